"""Reading a SQLite file page by page, without SQLite: what lies in readable pages is found whatever else is damaged.

The format is that of https://www.sqlite.org/fileformat2.html (B-tree pages, records, the write-ahead log).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from struct import iter_unpack, unpack

from malecon.storage.migration import HEADER_BYTES, MAGIC, page_size_of, read_integer, size_of, wal_of

DEFAULT_PAGE_SIZE = 4096
INTERIOR, LEAF = 5, 13
"""Kinds of the pages of a table, their first byte."""
WAL_MAGIC = 0x377F0682
"""Of a write-ahead log; the lowest bit tells the order of bytes in its checksums."""
WAL_HEADER, FRAME_HEADER = 32, 24
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of an integer by its type in a record."""
FLOAT, ZERO, ONE, FIRST_LONG = 7, 8, 9, 12

Value = int | float | str | bytes | None
Row = tuple[Value, ...]


class Damaged(ValueError):
    """Something cannot be read as what it should be."""


@dataclass(frozen=True)
class Image:
    """The pages of a database, numbered from 1, with those of its log.

    Attributes:
        content: of the file.
        page_size: in bytes.
        newer: pages in the log that were committed, by number.
    """

    content: bytes
    page_size: int
    newer: dict[int, bytes]

    @classmethod
    def read(cls, file: Path) -> "Image":
        """Read a file and its log.

        Raises:
            OSError: they cannot be read.
        """
        content, log = (each.read_bytes() if size_of(each) else b"" for each in (file, wal_of(file)))
        page_size = page_size_of(content) if content.startswith(MAGIC) else read_integer(log, 8) or DEFAULT_PAGE_SIZE
        if page_size < 512 or page_size & (page_size - 1):
            page_size = DEFAULT_PAGE_SIZE
        return cls(content, page_size, dict(_committed_pages(log, page_size)))

    @property
    def count(self) -> int:
        """How many pages there are."""
        return max([-(-len(self.content) // self.page_size), *self.newer])

    def page(self, number: int) -> bytes:
        """Return a page; one that is cut off is filled up with zeros."""
        begin = (number - 1) * self.page_size
        page = self.newer.get(number) or self.content[max(0, begin) : max(0, begin) + self.page_size]
        return page.ljust(self.page_size, b"\0")

    def free_pages(self) -> set[int]:
        """Return the numbers of the pages that are free; what is damaged of their list is not in it."""
        first = self.page(1)
        trunk, free = read_integer(first, 32) if first.startswith(MAGIC) else 0, set[int]()
        while 1 < trunk <= self.count and trunk not in free:
            page = self.page(trunk)
            most = min(read_integer(page, 4), self.page_size // 4 - 2)
            free |= {trunk, *(read_integer(page, 8 + 4 * each) for each in range(most))}
            trunk = read_integer(page, 0)
        return free


def _committed_pages(log: bytes, page_size: int) -> Iterator[tuple[int, bytes]]:
    """Yield the pages of a log that were committed, the oldest first; from a broken frame on nothing counts."""
    if len(log) < WAL_HEADER or read_integer(log, 0) & ~1 != WAL_MAGIC or read_integer(log, 8) != page_size:
        return
    order = ">" if read_integer(log, 0) & 1 else "<"
    sums, waiting = _checksum(order, log[:24], (0, 0)), list[tuple[int, bytes]]()
    for begin in range(WAL_HEADER, len(log) - FRAME_HEADER - page_size + 1, FRAME_HEADER + page_size):
        head, page = log[begin : begin + FRAME_HEADER], log[begin + FRAME_HEADER :][:page_size]
        sums = _checksum(order, head[:8] + page, sums)
        if head[8:16] != log[16:24] or sums != unpack(">II", head[16:24]):
            return
        waiting.append((read_integer(head, 0), page))
        if read_integer(head, 4):  # a commit
            yield from waiting
            waiting = []


def _checksum(order: str, content: bytes, before: tuple[int, int]) -> tuple[int, int]:
    """Return the checksum of a log after some more of its content."""
    first, second = before
    for one, two in iter_unpack(f"{order}II", content):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second


def _header_at(number: int) -> int:
    """Return the offset of the header of a B-tree page, in bytes."""
    return HEADER_BYTES if number == 1 else 0


def kind_of(image: Image, number: int) -> int:
    """Return the kind of a page."""
    return image.page(number)[_header_at(number)]


def _cells_of(image: Image, number: int) -> list[int]:
    """Return the offsets of the cells of a page, in bytes; impossible ones are left out."""
    page, head = image.page(number), _header_at(number)
    first = head + (12 if page[head] == INTERIOR else 8)
    most = min(read_integer(page, head + 3, 2), (image.page_size - first) // 2)
    places = [read_integer(page, first + 2 * each, 2) for each in range(most)]
    return [place for place in places if first <= place < image.page_size - 3]


def children_of(image: Image, number: int) -> list[int]:
    """Return the numbers of the pages below an interior page."""
    page = image.page(number)
    return [read_integer(page, cell) for cell in _cells_of(image, number)] + [
        read_integer(page, _header_at(number) + 8)
    ]


def rows_of(image: Image, number: int) -> Iterator[Row | None]:
    """Yield the rows of a leaf; ``None`` for one that cannot be read."""
    for cell in _cells_of(image, number):
        try:
            yield _record_of(_payload_of(image, image.page(number), cell))
        except (Damaged, IndexError, UnicodeDecodeError):
            yield None


def _payload_of(image: Image, page: bytes, place: int) -> bytes:
    """Return the payload of a leaf's cell, with what lies on overflow pages.

    Raises:
        Damaged: it is not all there.
    """
    size, place = _read_varint(page, place)
    _, place = _read_varint(page, place)  # the row's number
    usable = image.page_size
    most, least = usable - 35, (usable - 12) * 32 // 255 - 23
    if size <= most:
        return _check_length(page[place : place + size], size)
    here = least + (size - least) % (usable - 4)
    here = here if here <= most else least
    payload, following = page[place : place + here], read_integer(page, place + here)
    while len(payload) < size:
        if not 1 < following <= image.count:
            raise Damaged
        beyond = image.page(following)
        payload, following = payload + beyond[4 : 4 + size - len(payload)], read_integer(beyond, 0)
    return _check_length(payload, size)


def _record_of(payload: bytes) -> Row:
    """Return the values of a record.

    Raises:
        Damaged: it is none.
        IndexError: it ends too soon.
        UnicodeDecodeError: a text is none.
    """
    end, place = _read_varint(payload, 0)
    types = []
    while place < end:
        kind, place = _read_varint(payload, place)
        types.append(kind)
    values, place = list[Value](), end
    for kind in types:
        size = _length_of(kind)
        values.append(_value_of(kind, _check_length(payload[place : place + size], size)))
        place += size
    if place != len(payload) or not values:
        raise Damaged
    return tuple(values)


def _length_of(kind: int) -> int:
    """Return the size of a value of a type, in bytes.

    Raises:
        Damaged: there is no such type.
    """
    if kind >= FIRST_LONG:
        return (kind - FIRST_LONG) // 2
    if kind in (10, 11):
        raise Damaged
    return 8 if kind == FLOAT else INTEGERS.get(kind, 0)


def _value_of(kind: int, content: bytes) -> Value:
    if kind >= FIRST_LONG:
        return content.decode() if kind % 2 else content
    if kind in INTEGERS:
        return int.from_bytes(content, "big", signed=True)
    if kind == FLOAT:
        return float(unpack(">d", content)[0])
    return {ZERO: 0, ONE: 1}.get(kind)


def _check_length(content: bytes, size: int) -> bytes:
    """Return a content that has a size.

    Raises:
        Damaged: it has another.
    """
    if len(content) != size:
        raise Damaged
    return content


def _read_varint(content: bytes, place: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and where it ends.

    Raises:
        IndexError: the content ends before.
    """
    number = 0
    for _ in range(8):
        byte = content[place]
        place += 1
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, place
    return number << 8 | content[place], place + 1
