"""`cardtable play`: rounds written down as files, played through the firmware's own rules."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools import wording
from host_tools.common.problems import BAD_INPUT
from host_tools.scenarios.amounts import dollars
from host_tools.scenarios.expect import differences
from host_tools.scenarios.player import NotPlayable, Record, play
from host_tools.scenarios.reader import BadFile, read
from host_tools.wording.instructions import after_end, next_step

_DIFFERENT = 1
_MONEY_MAPS = ("stacks", "net", "returned", "paid")


def play_files(
    files: Annotated[list[Path], typer.Argument(help="Rounds as TOML files.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a file.")] = False,
    tell: Annotated[bool, typer.Option("--tell", help="Tell the rounds in words.")] = False,
) -> None:
    """Play rounds from files and compare with what they expect.

    Ends with 0 when all expectations hold, 1 when one does not, 2 when a file cannot be read.

    Example:

    cardtable play round.toml --tell
    """
    worst = 0
    for file in files:
        worst = max(worst, _one(file, as_json, tell))
    raise typer.Exit(worst)


def _one(path: Path, as_json: bool, tell: bool) -> int:
    try:
        file = read(path)
        played = play(file)
    except (BadFile, NotPlayable) as error:
        lines = error.lines if isinstance(error, BadFile) else [f"{path}: {error}"]
        for line in lines:
            print(line, file=sys.stderr)
        if as_json:
            print(json.dumps({"file": str(path), "result": "unreadable", "problems": lines}))
        return BAD_INPUT
    problems = played.problems or differences(file.expect, played.results)
    if as_json:
        told: dict[str, Any] = {"file": str(path), "game": file.game}
        told["result"] = "different" if problems else "equal"
        told["problems"] = problems
        told |= _plain(played.results)
        told["told"] = _told(played.records)
        print(json.dumps(told))
    elif problems:
        for problem in problems:
            print(f"{path}: {problem}")
    else:
        outcomes = [one["outcome"] for one in played.results.get("rounds", [played.results])]
        print(f"{path}: as expected ({', '.join(outcomes)})")
    if tell and not as_json:
        for line in _narrated(played.results):
            print(line)
    return _DIFFERENT if problems else 0


def _narrated(results: dict[str, Any]) -> list[str]:
    """What is told of a file, each round by itself: the table is empty in between."""
    rounds = results.get("rounds", [results])
    lines: list[str] = []
    for number, one in enumerate(rounds, 1):
        told = one["told"]
        if len(rounds) > 1 and not any("Round" in line for line in told[:2]):
            told = ["", f"Round {number}", *told]
        lines += told
    return lines


def _told(records: list[Record]) -> list[dict[str, str]]:
    """What the dealer is told: each irregularity with what to do next, and how a round failed."""
    found = []
    for record in records:
        if record[0] == "irregular":
            _, rule, what, place = record
            where = "" if place is None else f" at {wording.place(place)}"
            text = f"{wording.irregularity(what, rule)}{where}"
            found.append({"what": text, "rule": rule, "next": next_step(what, rule)})
        elif record[0] == "end" and (step := after_end(record[1], record[2])):
            found.append({"what": record[1], "rule": record[2], "next": step})
    return found


def _plain(results: dict[str, Any]) -> dict[str, Any]:
    """The results with money in dollars, for JSON."""
    told = dict(results)
    told.pop("told", None)  # told in words of its own
    if "rounds" in told:
        told["rounds"] = [_plain(one) for one in told["rounds"]]
    if "ante" in told["next"]:
        told["next"] = told["next"] | {"ante": dollars(told["next"]["ante"])}
    for key in _MONEY_MAPS:
        if key in told:
            told[key] = {str(seat): dollars(cents) for seat, cents in told[key].items()}
    told["pots"] = [pot | {"amount": dollars(pot["amount"])} for pot in told["pots"]]
    told["commission"] = dollars(told["commission"])
    if told["jackpot"]:
        told["jackpot"] = {
            key: {str(seat): dollars(one) for seat, one in value.items()}
            if isinstance(value, dict)
            else dollars(value)
            for key, value in told["jackpot"].items()
        }
    told["hands"] = {str(seat): category for seat, category in told["hands"].items()}
    return told
