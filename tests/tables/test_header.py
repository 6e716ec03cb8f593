"""What a table is begun with: key, commitment, options, version of the rules."""

import secrets
from dataclasses import replace

import pytest

import malecon
from cases import STARTS
from malecon import UsageError
from malecon.storage.rows import rebuild_table
from malecon.tables import Unplayable
from malecon.tables.seat import Move
from malecon.tables.table_header import commitment_to, new_header, new_id
from tables.sitting import CHOICE, drafted_game, new_table


@pytest.mark.parametrize("start", STARTS)
def test_a_table_begins_as_it_was_asked_for(start: str) -> None:
    game, options = STARTS[start]
    table = new_table(start, seed=9)

    direct = game.start(seed=9, **options)
    direct.names = table.match.names

    assert table.header.start_match() == game.start(seed=9, **options)
    assert table.match == direct


def test_every_table_has_a_key_of_its_own() -> None:
    one, other = (new_header("havana", 2, {}, 0) for _ in range(2))

    assert len({one.key, other.key}) == len({one.salt, other.salt}) == len({one.id, other.id}) == 2


def test_the_key_is_committed_to_and_opened_at_the_end() -> None:
    first = new_table("havana, 2 seats", seed=3)
    *_, (last, _) = drafted_game("havana, 2 seats", seed=3)

    assert first.key_and_salt is None
    assert last.key_and_salt is not None
    assert commitment_to(*last.key_and_salt) == last.header.commitment


def test_the_secrets_are_in_no_picture_of_a_table() -> None:
    table = new_table("havana, 2 seats", seed=123456789)

    assert "123456789" not in repr(table)
    assert table.header.salt not in repr(table)


def test_an_unknown_game_or_option_is_refused() -> None:
    with pytest.raises(UsageError, match="game: is 'chess'"):
        new_header("chess", 2, {}, 0)
    with pytest.raises(UsageError, match="option: is 'clock'"):
        new_header("havana", 2, {"clock": 1}, 0)
    with pytest.raises(UsageError, match="seats: is 9"):
        new_header("havana", 9, {}, 0)


@pytest.mark.parametrize("game", malecon.games)
def test_no_file_is_read_for_somebody_else(game: str) -> None:
    options = [option.name for option in malecon.games[game].options if option.kind.name == "FILE"]

    assert options
    for option in options:
        with pytest.raises(UsageError, match=f"{option}: is '/etc/passwd', but must be a list of {option}"):
            new_header(game, 2, {option: "/etc/passwd"}, 0)


@pytest.mark.usefixtures("older_rules")
def test_a_table_goes_on_by_the_rules_it_began_with() -> None:
    header = new_header("cuba", 2, {}, 0)

    assert (header.rules, header.start_match().version) == (2, 2)
    assert replace(header, rules=1).start_match().version == 1


def test_another_version_of_the_rules_is_not_played() -> None:
    header = new_header("cuba", 2, {}, 0)

    with pytest.raises(Unplayable, match="rules of version 99, which are not here; those of version 2 are"):
        replace(header, rules=99).start_match()
    for other in (replace(header, rules=99), replace(header, game="chess"), replace(header, options=("wind strong",))):
        with pytest.raises(Unplayable):
            other.start_match()


def test_a_damaged_log_is_told() -> None:
    table = new_table("havana, 2 seats")

    for move in (Move(0, "buy nothing at all", "x"), Move(0, "pass", "x"), Move(7, CHOICE, "x")):
        with pytest.raises(Unplayable, match="the log of the table is damaged"):
            rebuild_table(table.header, table.occupants, [move], table.seat_states)


def test_no_id_begins_like_an_option_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-Dash", "--more", "Good-1"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(drawn))

    assert new_id() == "Good-1"
