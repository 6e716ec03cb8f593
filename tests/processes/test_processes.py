"""Two servers and two workers on a real PostgreSQL, some of them killed again and again."""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import chain, islice
from pathlib import Path

import pytest

import malecon
from malecon.storage.store import Store
from postgres import new_database
from processes.hosting import COUNT, Hosting, hosting
from processes.person import Somebody, Watcher
from web.browsing import until
from web.visiting import FIELD, name_of

EVERY = 8
"""After so many steps a process is killed."""
STEPS = (2 * COUNT + 1) * EVERY - 1
"""Each is killed, and somebody plays on."""


@pytest.fixture(scope="module")
def database(postgres_socket: str) -> str:
    return new_database(postgres_socket)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[Hosting]:
    with hosting(tmp_path_factory.mktemp("hosting"), database) as host:
        yield host


@pytest.fixture
def arrive(host: Hosting) -> Iterator[Callable[[], Somebody]]:
    """Return what lets somebody new come to the site."""
    there = list[Somebody]()

    def arrive() -> Somebody:
        there.append(Somebody(host))
        return there[-1]

    yield arrive
    for somebody in there:
        somebody.close()


@pytest.fixture
def watch(host: Hosting) -> Iterator[Callable[[str], Watcher]]:
    """Return what opens the page of a table; pages are closed at the end, also of a test that fails."""
    pages = list[Watcher]()

    def watch(table_id: str) -> Watcher:
        pages.append(Watcher(host, table_id))
        return pages[-1]

    yield watch
    for page in pages:
        page.close()


@pytest.fixture(scope="module")
def store(host: Hosting, database: str) -> Iterator[Store]:
    store = Store.open(Path(), database)
    yield store
    store.close()


def test_of_all_who_run_for_a_seat_one_gets_it(arrive: Callable[[], Somebody], store: Store) -> None:
    ana, others = arrive(), [arrive() for _ in range(6)]
    form = {"seat-1": "me", "seat-2": "free", "name-1": "Ana", "has-terms": "yes", "listed": "yes", "watched": "yes"}
    table = ana.post("/new/havana", form).headers["location"]

    with ThreadPoolExecutor(len(others)) as threads:
        answers = list(
            threads.map(lambda each: each[1].post(f"{table}/join", {"name": f"B{each[0]}"}), enumerate(others))
        )

    assert sorted(answer.status_code for answer in answers) == [303] + [409] * 5
    winner = [answer.status_code for answer in answers].index(303)
    assert store.load(name_of(table)).occupants[1].name == f"B{winner}"
    assert 'name="part"' in others[winner].get(f"{table}?seat=2").text


def test_of_two_actions_for_one_question_one_is_done(arrive: Callable[[], Somebody], store: Store) -> None:
    ana = arrive()
    table = ana.post("/new/havana", {"seat-1": "me", "seat-2": "person"}).headers["location"]
    forms = [dict(FIELD.findall(ana.get(f"{table}?seat=1").text)) for _ in range(6)]
    moves = store.load(name_of(table)).match.legal(0)

    with ThreadPoolExecutor(len(forms)) as threads:
        sent = list(threads.map(lambda form, move: ana.post(f"{table}/act", form | {"move": move}), forms, moves))

    assert sorted(answer.status_code for answer in sent) == [303] + [409] * 5
    done = [answer.status_code for answer in sent].index(303)
    assert [step.notation for step in store.load(name_of(table)).seat_states[0].draft] == [moves[done]]


@pytest.mark.slow
def test_a_game_while_servers_and_workers_are_killed(
    host: Hosting, arrive: Callable[[], Somebody], watch: Callable[[str], Watcher], store: Store
) -> None:
    """Play Cuba: the shortest of 200 random games with two seats has 53 steps of the first, that of Havana only 29."""
    ana = arrive()
    ana.post("/settings", {"quick": "on"})
    table = ana.post("/new/cuba", {"opponents": "1", "level": "random"}).headers["location"]
    watchers = [watch(table) for _ in range(2)]

    acknowledged, kills = list[str](), list[Future[None]]()
    posts = chain(*zip(host.servers, host.workers, strict=True))

    with ThreadPoolExecutor(1) as killer:
        for step in islice(ana.play(table, store, random.Random(1)), STEPS):
            acknowledged.append(step)
            if len(acknowledged) % EVERY == 0:
                wait(kills)  # of each sort one goes on
                kills.append(killer.submit(next(posts).kill))
    for kill in kills:
        kill.result()

    there = store.load(name_of(table))
    done = [move.id for move in there.log if move.seat == 0] + [step.id for step in there.seat_states[0].draft]
    assert done == acknowledged
    assert len(acknowledged) == STEPS
    assert malecon.replay(there.match.record()).points == there.match.points
    public = arrive()
    until(lambda: all(watcher.state == public.state(table) for watcher in watchers))
    assert all(watcher.frames > 5 for watcher in watchers)
