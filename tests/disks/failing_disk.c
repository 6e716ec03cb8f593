/* A disk that fails by a seed: a library between a program (Python, SQLite) and the kernel, for LD_PRELOAD.

   It looks at the files of one folder only. Each operation on them may fail, be cut short or be delayed, and the process
   can be killed at any of them. Every change is written into a log, so that a test can tell what a power cut leaves:
   what was not flushed may be lost. Nothing is flushed in truth, which saves the time. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    READ_EIO = 1, READ_SHORT = 2, WRITE_EIO = 4, WRITE_TORN = 8, WRITE_SHORT = 16, NO_SPACE = 32,
    SYNC_EIO = 64, SYNC_DELAY = 128, SYNC_DROPPED = 256, INTERRUPTED = 512, READ_ZEROS = 1024
};
enum { MOST_FILES = 4096, LONGEST_DELAY_US = 2000, READS_A_CHANGE = 4, FOLDER_ONE_IN = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static size_t folder_length;
static int log_file = -1;
static uint64_t random_state;
static unsigned faults, one_in;
static long changes, kill_at, reads, fail_read_at = -1, fired;
static uint64_t inode_of[MOST_FILES];

static uint64_t draw(uint64_t below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return below ? random_state % below : 0;
}

/* Begin: watch a folder. change_log: descriptor of the log. modes: kinds of faults, one operation in `rate` has one.
   last: number of the change at which the process is killed, 0 for never. */
void disk_begin(const char *path, int change_log, uint64_t seed, unsigned modes, unsigned rate, long last)
{
    pthread_mutex_lock(&lock);
    strncpy(folder, path, sizeof folder - 1);
    folder_length = strlen(folder);
    log_file = change_log;
    random_state = seed * 2654435761u + 88172645463325252u;
    faults = modes;
    one_in = rate;
    kill_at = last;
    changes = reads = fired = 0;
    fail_read_at = -1;
    memset(inode_of, 0, sizeof inode_of);
    pthread_mutex_unlock(&lock);
}

/* Let the read number `number` from now on fail once, in the way of `modes`; -1 for none. */
void disk_fail_read(long number, unsigned modes)
{
    pthread_mutex_lock(&lock);
    faults = modes;
    one_in = 0;
    reads = fired = 0;
    fail_read_at = number;
    pthread_mutex_unlock(&lock);
}

long disk_fired(void) { return fired; }

struct entry { int64_t kind; uint64_t inode; int64_t offset; uint64_t length; };

static void put(const void *data, size_t length)
{
    const char *rest = data;
    while (length > 0) {
        long written = syscall(SYS_write, log_file, rest, length);
        if (written <= 0)
            abort();
        rest += written;
        length -= written;
    }
}

/* Note a change: its kind, the inode, an offset or size, and the data or names. */
static void note(char kind, uint64_t inode, int64_t offset, const void *data, size_t length)
{
    struct entry entry = {kind, inode, offset, length};
    if (log_file < 0)
        return;
    put(&entry, sizeof entry);
    put(data, length);
}

/* The name of a path within the folder; NULL for other paths, and for SQLite's shared memory, which is no content. */
static const char *within(const char *path)
{
    size_t length = path ? strlen(path) : 0;
    if (!folder_length || length <= folder_length || strncmp(path, folder, folder_length) || path[folder_length] != '/')
        return NULL;
    if (length > 4 && !strcmp(path + length - 4, "-shm"))
        return NULL;
    return path + folder_length + 1;
}

static uint64_t inode_at(int fd) { return fd >= 0 && fd < MOST_FILES ? inode_of[fd] : 0; }

static int is_folder(int fd)
{
    struct stat found;
    return !fstat(fd, &found) && S_ISDIR(found.st_mode);
}

static int has_fault(unsigned mode)
{
    return (faults & mode) && one_in && draw(one_in) == 0;
}

/* There are many more reads than changes. */
static int has_read_fault(unsigned mode) { return has_fault(mode) && draw(READS_A_CHANGE) == 0; }

/* Count a change; tell whether the process is to die at it. */
static int is_last(void) { return ++changes == kill_at; }

static void die(void)
{
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

static int opened(int fd, const char *path, int flags, int was_there)
{
    struct stat found;
    const char *name = within(path);
    if (fd < 0 || fd >= MOST_FILES)
        return fd;
    inode_of[fd] = 0;
    if (folder_length && path && !strncmp(path, folder, folder_length) && !fstat(fd, &found)
        && (name || !path[folder_length])) {
        inode_of[fd] = found.st_ino;
        if (name && !was_there && S_ISREG(found.st_mode))
            note('C', found.st_ino, 0, name, strlen(name));
        else if (name && (flags & O_TRUNC))
            note('T', found.st_ino, 0, "", 0);
    }
    return fd;
}

static int open_at(int at, const char *path, int flags, mode_t mode)
{
    int fd, was_there;
    pthread_mutex_lock(&lock);
    was_there = !folder_length || !access(path, F_OK);
    if (!was_there && within(path) && (flags & O_CREAT) && is_last())
        die();
    fd = syscall(SYS_openat, at, path, flags, mode);
    fd = opened(fd, path, flags, was_there);
    pthread_mutex_unlock(&lock);
    return fd;
}

#define OPEN(name, extra)                                                          \
    int name(const char *path, int flags, ...)                                     \
    {                                                                              \
        va_list rest;                                                              \
        va_start(rest, flags);                                                     \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;  \
        va_end(rest);                                                              \
        return open_at(AT_FDCWD, path, flags | extra, mode);                       \
    }
OPEN(open, 0)
OPEN(open64, O_LARGEFILE)

int close(int fd)
{
    if (fd >= 0 && fd < MOST_FILES)
        inode_of[fd] = 0;
    return syscall(SYS_close, fd);
}

/* Do a part of a write, as disks and kernels may. */
static ssize_t do_write(int fd, const void *data, size_t count, off_t offset, int has_offset)
{
    ssize_t done;
    if (!has_offset && (syscall(SYS_fcntl, fd, F_GETFL) & O_APPEND))
        offset = lseek(fd, 0, SEEK_END);
    else if (!has_offset)
        offset = lseek(fd, 0, SEEK_CUR);
    done = has_offset ? syscall(SYS_pwrite64, fd, data, count, offset) : syscall(SYS_write, fd, data, count);
    if (done > 0)
        note('W', inode_at(fd), offset, data, done);
    return done;
}

static ssize_t failing_write(int fd, const void *data, size_t count, off_t offset, int has_offset)
{
    ssize_t done;
    pthread_mutex_lock(&lock);
    if (is_last()) {
        do_write(fd, data, draw(count + 1), offset, has_offset);
        die();
    }
    if (has_fault(INTERRUPTED))
        done = -1, errno = EINTR;
    else if (has_fault(WRITE_EIO))
        done = -1, errno = EIO;
    else if (has_fault(WRITE_TORN))
        do_write(fd, data, draw(count), offset, has_offset), done = -1, errno = EIO;
    else if (has_fault(NO_SPACE))
        do_write(fd, data, draw(count), offset, has_offset), done = -1, errno = ENOSPC;
    else
        done = do_write(fd, data, count > 1 && has_fault(WRITE_SHORT) ? 1 + draw(count - 1) : count, offset, has_offset);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t write(int fd, const void *data, size_t count)
{
    return inode_at(fd) ? failing_write(fd, data, count, 0, 0) : syscall(SYS_write, fd, data, count);
}

ssize_t pwrite(int fd, const void *data, size_t count, off_t offset)
{
    return inode_at(fd) ? failing_write(fd, data, count, offset, 1) : syscall(SYS_pwrite64, fd, data, count, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t count, off64_t offset) { return pwrite(fd, data, count, offset); }

static ssize_t failing_read(int fd, void *data, size_t count, off_t offset, int has_offset)
{
    ssize_t done;
    int fails;
    pthread_mutex_lock(&lock);
    fails = fail_read_at >= 0 && reads++ == fail_read_at;
    fired += fails;
#define FAILS(mode) ((fails && (faults & (mode))) || has_read_fault(mode))
    if (FAILS(INTERRUPTED))
        done = -1, errno = EINTR;
    else if (FAILS(READ_EIO))
        done = -1, errno = EIO;
    else {
        if (FAILS(READ_SHORT))
            count = draw(count);
        done = has_offset ? syscall(SYS_pread64, fd, data, count, offset) : syscall(SYS_read, fd, data, count);
        if (done > 0 && FAILS(READ_ZEROS))
            memset(data, 0, done);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t read(int fd, void *data, size_t count)
{
    return inode_at(fd) && !is_folder(fd) ? failing_read(fd, data, count, 0, 0) : syscall(SYS_read, fd, data, count);
}

ssize_t pread(int fd, void *data, size_t count, off_t offset)
{
    return inode_at(fd) ? failing_read(fd, data, count, offset, 1) : syscall(SYS_pread64, fd, data, count, offset);
}

ssize_t pread64(int fd, void *data, size_t count, off64_t offset) { return pread(fd, data, count, offset); }

/* Folders are flushed seldom, so it fails more often. */
static int has_sync_fault(int fd)
{
    return has_fault(SYNC_EIO) || ((faults & SYNC_EIO) && one_in && is_folder(fd) && draw(FOLDER_ONE_IN) == 0);
}

static int failing_sync(int fd)
{
    int failed = 0;
    if (!inode_at(fd))
        return 0;
    pthread_mutex_lock(&lock);
    if (is_last())
        die();
    if (has_fault(SYNC_DELAY))
        usleep(draw(LONGEST_DELAY_US));
    if (has_sync_fault(fd)) {
        failed = -1, errno = EIO;
        note('F', inode_at(fd), 0, "", 0);
    } else if (!has_fault(SYNC_DROPPED))
        note(is_folder(fd) ? 'D' : 'S', inode_at(fd), 0, "", 0);
    pthread_mutex_unlock(&lock);
    return failed;
}

int fsync(int fd) { return failing_sync(fd); }
int fdatasync(int fd) { return failing_sync(fd); }

int ftruncate(int fd, off_t size)
{
    int failed;
    if (!inode_at(fd))
        return syscall(SYS_ftruncate, fd, size);
    pthread_mutex_lock(&lock);
    if (is_last())
        die();
    if (has_fault(WRITE_EIO))
        failed = -1, errno = EIO;
    else if (!(failed = syscall(SYS_ftruncate, fd, size)))
        note('T', inode_at(fd), size, "", 0);
    pthread_mutex_unlock(&lock);
    return failed;
}

int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

/* A change of names: kind, one name, and for a renaming or a link the new one after a NUL. */
static int change_name(char kind, const char *old, const char *new)
{
    char names[2 * PATH_MAX];
    struct stat found;
    const char *from = within(old), *to = new ? within(new) : "";
    size_t length;
    int failed;
    pthread_mutex_lock(&lock);
    if (from && to && is_last())
        die();
    memset(&found, 0, sizeof found);
    if (from)
        lstat(old, &found);
    failed = kind == 'U' ? syscall(SYS_unlink, old)
           : kind == 'R' ? syscall(SYS_rename, old, new) : syscall(SYS_link, old, new);
    if (!failed && from && to) {
        length = strlen(from);
        memcpy(names, from, length + 1);
        strcpy(names + length + 1, to);
        note(kind, found.st_ino, 0, names, length + 1 + strlen(to));
    }
    pthread_mutex_unlock(&lock);
    return failed;
}

int unlink(const char *path) { return change_name('U', path, NULL); }
int rename(const char *old, const char *new) { return change_name('R', old, new); }
int link(const char *old, const char *new) { return change_name('L', old, new); }
