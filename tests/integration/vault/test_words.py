"""Every code of the vault and the meter has plain words, and every stop has a remedy."""

from __future__ import annotations

import re
from pathlib import Path

from cardtable.desk.faults import FAULTS
from cardtable.desk.messages import MESSAGES
from host_tools import wording

_FIRMWARE = Path(__file__).parents[3] / "firmware" / "cardtable"


def test_every_declared_fault_has_words_and_a_remedy():
    for code in FAULTS.names():
        what, remedy = wording.FAULTS[code]
        assert what and remedy.endswith("."), code


def test_every_code_that_the_vault_stops_with_is_declared():
    told = set()
    for path in (_FIRMWARE / "vault").glob("*.py"):
        told |= set(re.findall(r'(?:Stopped|_stop|findings\.append)\(\(?"(\w+)"', path.read_text()))
    assert len(told) > 20
    assert told <= set(FAULTS.names())


def test_why_play_has_stopped_can_be_told_on_the_link():
    assert MESSAGES.why_not(["stopped", "fram_new", "fram"]) is None
    assert MESSAGES.why_not(["believed", "fram a", 1, 30, 2000240, 300060]) is None


def test_every_refusal_of_the_meter_has_words():
    codes = re.findall(
        r'(?:Refused\(|return )"([a-z_]+)"', (_FIRMWARE / "jackpot" / "moves.py").read_text()
    )
    assert len(codes) > 15
    for code in codes:
        assert code in wording.REFUSALS, code
