"""Whatever the rules of poker say in codes has plain words on the host."""

from __future__ import annotations

import re

from host_tools.wording import IRREGULARITIES, REFUSALS
from sim.roots import FIRMWARE

RULES = FIRMWARE / "cardtable" / "rules"


def _source() -> str:
    """The rules of poker, and the checks of a configuration."""
    files = [*sorted((RULES / "poker").glob("*.py")), RULES / "config_checks.py"]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def test_every_refusal_has_words():
    source = _source()
    codes = set(re.findall(r"_refuse\(\s*\"(\w+)\"", source))
    codes |= set(re.findall(r"Refused\(\"(\w+)\"", source))
    # refuse_if(condition, "code", "rule key"): the code is the text before the last argument.
    tests = (RULES / "config_checks.py").read_text()
    codes |= set(re.findall(r"\"(\w+)\",\s*\"[a-z_]+\",?\s*\)", tests))
    assert len(codes) > 60
    assert sorted(codes - set(REFUSALS)) == []


def test_every_irregularity_has_words():
    found = set(re.findall(r"\"irregular\", [^\n]*?, \"(\w+)\", ", _source()))
    found |= {"excess", "out_of_turn"}
    assert len(found) > 10
    assert sorted(found - set(IRREGULARITIES)) == []
