"""Files of games: saves of the terminal, records, positions, results of matches."""

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import malecon
from upgrades.server import run

SAVES: Mapping[str, tuple[str, ...]] = {
    "havana-easy": ("--seats", "3", "--level", "easy", "--edition", "filosofia", "--ages", "3,1,2"),
    "havana-master": ("--seats", "2", "--level", "master", "--you", "2=María"),
    "havana-random": ("--seats", "4", "--level", "random", "--you", "1=Ana,3", "--tiles", "tiles.toml"),
    "cuba-standard": ("--seats", "3", "--level", "standard", "--sealed", "--plantations", "different", "--no-embassy"),
    "cuba-strong": ("--seats", "2", "--level", "strong"),
}
"""Arguments of ``malecon play``, by the name of the save, which begins with that of the game."""
OWN_CUBA = ("ships", "boards", "buildings", "laws", "market")
MOVES = 3
"""Of people, in a save."""
MATCH = ("havana", "random", "easy", "--games", "4", "--edition", "filosofia")


def make_game_files(folder: Path, own_data: Mapping[str, str]) -> None:
    """Write saves, records, positions and results of matches, each into a folder; ``own_data`` by option."""
    own = folder / "own-data"
    own.mkdir()
    for option, text in own_data.items():
        (own / f"{option}.toml").write_text(text, "utf-8")
    make_saves(folder / "saves", own)
    for game in malecon.games:
        make_records(folder / "records", game, own)
    make_positions(folder / "positions", own)
    results = folder / "matches.jsonl"
    run("arena", *MATCH, "--file", results)
    (folder / "matches.json").write_text(run("arena", "report", results, "--json"), "utf-8")


def make_saves(folder: Path, own: Path) -> None:
    """Play with each save a few moves from a pipe, and one game to its end; note where each stands."""
    folder.mkdir()
    chance = random.Random(11)
    standings = {}
    for name, arguments in SAVES.items():
        file = folder / f"{name}.game"
        told = [str(own / each) if each.endswith(".toml") else each for each in arguments]
        run("play", name.split("-")[0], "--seed", "5", *told, "--save", file, code=1)
        for _ in range(MOVES):
            match = malecon.replay(file.read_text("utf-8"))
            run("resume", file, stdin=chance.choice(match.legal(match.to_move[0])) + "\n", code=1)
        standings[file.name] = standing(malecon.replay(file.read_text("utf-8")))
    run("play", "cuba", "--you", "none", "--level", "random", "--seats", "2", "--save", folder / "cuba-finished.game")
    (folder / "standings.json").write_text(json.dumps(standings, ensure_ascii=False) + "\n", "utf-8")


def standing(match: Any) -> dict[str, Any]:
    """Return where a match stands, as plain data."""
    legal = {str(seat): match.legal(seat) for seat in match.to_move}
    return {"number": match.number, "legal": legal, "names": list(match.names.values()), "position": match.position()}


def make_records(folder: Path, game: str, own: Path) -> None:
    """Write the records of whole and unfinished games, with an owner's data, and from a position."""
    folder.mkdir(exist_ok=True)
    whole = played(malecon.games[game].start(2, seed=2**63 + 1), 10_000)
    whole.names = {0: "Ana (person)", 1: "Rosa (easy)"}
    begun = played(malecon.games[game].start(3, seed=9, **options_of(game, own)), 30)
    on = played(malecon.games[game].from_position(begun.position()), 4)
    for name, match in {"whole": whole, "unfinished": begun, "from-a-position": on}.items():
        (folder / f"{game}-{name}.game").write_text(match.record(), "utf-8")


def options_of(game: str, own: Path) -> dict[str, Any]:
    """Return every option of a game, none of them as it is by default."""
    if game == "havana":
        return {"edition": "filosofia", "ages": (2, 0, 1), "tiles": own / "tiles.toml"}
    files = {option: own / f"{option}.toml" for option in OWN_CUBA}
    return {"plantations": "different", "sealed": True, "embassy": False, **files}


def played(match: Any, moves: int) -> Any:
    """Return a match after some random moves."""
    chance = random.Random(match.seed or 0)
    while not match.over and match.number < moves:
        seat = chance.choice(match.to_move)
        match.play(seat, chance.choice(match.legal(seat)))
    return match


def make_positions(folder: Path, own: Path) -> None:
    """Write positions at the beginning, in the middle and at the end of games, each with what can be done there."""
    folder.mkdir()
    for game in malecon.games:
        for seats, moves in ((2, 0), (3, 25), (4, 70), (2, 10_000)):
            options = options_of(game, own) if seats == 3 else {}
            found = standing(played(malecon.games[game].start(seats, seed=moves, **options), moves))
            text = json.dumps(found, ensure_ascii=False) + "\n"
            (folder / f"{game}-{seats}-seats-{moves}-moves.json").write_text(text, "utf-8")
