"""For each irregularity the dealer is told what to do next, and the words fit what follows."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from host_tools.cli.play import play_files
from host_tools.scenarios.player import play
from host_tools.scenarios.reader import read
from host_tools.wording import IRREGULARITIES, instructions
from host_tools.wording.instructions import after_end, next_step
from host_tools.wording.narrator import Narrator
from sim.roots import FIRMWARE

ROUNDS = sorted((Path(__file__).parents[2] / "scenarios" / "rounds").glob("*.toml"))
AGAIN = "shuffle and cut again"


def _texts(call: ast.Call) -> Iterator[str]:
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def codes() -> set[str]:
    """Every code that the firmware can tell as irregular."""
    found = {"excess", "out_of_turn"}  # chosen by a variable in misplaced.py
    for path in (FIRMWARE / "cardtable" / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", "")
            texts = list(_texts(node))
            told = name == "_emit" and texts[:1] == ["irregular"] and len(texts) > 1
            if told or (name == "_void" and len(texts) == 2):
                found.add(texts[1])
            elif name == "_spoil" and texts:
                found.add(texts[0])
    return found


def test_every_irregularity_has_words_and_an_instruction():
    known = codes()
    assert len(known) > 30
    assert known - IRREGULARITIES.keys() == set()
    assert known - instructions.USUAL.keys() == set()


def test_no_instruction_is_for_a_code_that_nobody_sends():
    assert instructions.USUAL.keys() - codes() == set()
    assert {what for what, _ in instructions._BY_RULE} - codes() == set()


def test_every_instruction_is_a_sentence():
    texts = [*instructions.USUAL.values(), *instructions._BY_RULE.values()]
    texts += instructions._ENDS.values()
    for text in texts:
        assert text[0].isupper() and text.endswith(".") and len(text) < 140


def irregular(path: Path) -> tuple[list[tuple[Any, ...]], str]:
    played = play(read(path))
    return [r for r in played.records if r[0] == "irregular"], played.results["outcome"]


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_what_the_dealer_is_told_fits_the_outcome(path: Path):
    """In every round of the gallery: only a misdeal is dealt again, and none goes untold."""
    records, outcome = irregular(path)
    for _, rule, what, _ in records:
        told = next_step(what, rule)
        assert told, (what, rule)
        if AGAIN in told:
            assert outcome == "misdeal", (what, rule, told)


def test_the_rule_decides_between_two_instructions():
    burn = next_step("exposed", "TGC-2006 C19.4")
    assert "burn card" in burn and AGAIN in next_step("exposed", "TGC-2006 C19.5")
    assert next_step("exposed", "NI2006-156 17.19") == burn
    assert "call or fold" in next_step("out_of_turn", "TGC-2006 C19.11")
    assert "stands" in next_step("out_of_turn", "NI2005-66 17.5")
    assert "move them" in next_step("out_of_turn", "NI2005-66 17.1(c), 17.1(d)")
    assert next_step("exposed", "TGC-2006 C19.18") == instructions.USUAL["exposed"]


def test_TGC_2006_C19_6_NI2005_66_r17_3_what_follows_a_misdeal():
    assert "puck stays" in after_end("misdeal", "TGC-2006 C19.1.a, C19.6")
    assert "button stays" in after_end("misdeal", "NI2005-66 17.1(a), 17.3")
    assert "every wager back" in after_end("void", "NI2004-492 14.3")
    assert after_end("won", None) == "" and after_end("settled", None) == ""


def test_the_teller_says_what_to_do_next():
    lines = Narrator().tell(("irregular", "TGC-2006 C19.4", "exposed", 3))
    assert lines[0].endswith("(TGC-2006 C19.4).") and "burn card" in lines[1]
    misdeal = Narrator().tell(("end", "misdeal", "TGC-2006 C19.1.a, C19.6"))
    assert "Misdeal" in misdeal[0] and "puck stays" in misdeal[1]
    assert Narrator().tell(("decision", "warned", 2, "NI2005-66 16.4")) == [
        "  Decided about box 2: the player has been warned (NI2005-66 16.4)."
    ]


def test_play_tells_the_dealer_by_rule(capsys):
    rounds = {path.stem: path for path in ROUNDS}
    path = rounds["holdem-C19.1.a-card-exposed-at-the-cut"]
    with pytest.raises(typer.Exit):
        play_files([path], as_json=False, tell=True)
    out = capsys.readouterr().out
    assert AGAIN in out and "C19.1.a" in out and "puck stays" in out
    with pytest.raises(typer.Exit):
        play_files([path], as_json=True, tell=False)
    told = json.loads(capsys.readouterr().out)["told"]
    assert told[0]["rule"] == "TGC-2006 C19.1.a"
    assert all(one["what"] and one["next"] for one in told)
