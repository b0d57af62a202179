"""Whatever comes over the cable, the table plays on: garbage, half lines, floods, forgeries."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardtable.desk.messages import MESSAGES
from cardtable.link.commands import COMMANDS, QUESTIONS
from cardtable.link.lines import LIMIT
from cardtable.records import dumps
from cardtable.rules.inputs import INPUTS
from tests.integration.table.visitor import line, visit

_ROUNDS = 2
_HELD_UP = 1024  # bytes that a board has not taken: USB takes no more from its sender

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


def _anything(dice: random.Random, depth: int = 2) -> Any:
    """A value of any kind, as a bad host might send it."""
    kind = dice.randrange(9)
    if kind == 0:
        return None
    if kind == 1:
        return dice.choice((0, 1, -1, 10**12, 2**63, -(2**40)))
    if kind == 2:
        return dice.choice(("", "As", "card", "x" * 60, "\u00e9", "supervisor"))
    if kind == 3:
        return dice.random() * 1e6
    if kind == 4:
        return dice.choice((True, False))
    if kind == 5 and depth:
        return {"a": _anything(dice, depth - 1)}
    if kind == 6 and depth:
        return [_anything(dice, depth - 1) for _ in range(dice.randrange(4))]
    return dice.randrange(32)


def _message(dice: random.Random) -> bytes:
    """Something that looks more or less like a message."""
    names = MESSAGES.names()
    kind = dice.randrange(8)
    if kind == 0:
        return dice.randbytes(dice.randrange(80))
    if kind == 1:
        return line(*[_anything(dice) for _ in range(1 + dice.randrange(5))])
    if kind == 2:
        return line(dice.choice(names), *[_anything(dice) for _ in range(dice.randrange(6))])
    if kind == 3:
        return b"x" * dice.randrange(LIMIT * 2) + b"\n"
    if kind == 4:
        good = line("ask", 1, dice.choice(QUESTIONS.names()), [])
        at = dice.randrange(len(good))
        return good[:at] + bytes([good[at] ^ 1 << dice.randrange(8)]) + good[at + 1 :]
    if kind == 5:
        what = dice.choice(QUESTIONS.names())
        return line("ask", dice.randrange(99), what, [_anything(dice)])
    if kind == 6:
        command = dice.choice(COMMANDS.names())
        text = f'["{command}",{dice.randrange(9)}]'
        return line("do", dice.choice(("dealer", "supervisor")), dice.randrange(99), "ab", text)
    return line("ack", dice.randrange(3), dice.randrange(400))[: dice.randrange(1, 30)]


def _shower(seed: int, every_ms: int):
    def script(visitor):
        dice = random.Random(seed)
        while len(visitor.of("end")) < _ROUNDS:
            if len(visitor.cable._to_board) < _HELD_UP:
                visitor.raw(_message(dice))
            yield every_ms
        visitor.raw(b"\n")  # an unfinished line is not for the next one
        yield 3000
        yield from visitor.ask("health")

    return script


def _survived(visitor) -> dict[str, Any]:
    assert [fact for fact in visitor.of("fault") if fact[1].startswith(("task", "judge"))] == []
    assert [fact[1] for fact in visitor.of("end")][:_ROUNDS] == ["settled"] * _ROUNDS
    return dict(visitor.last)


def test_a_shower_of_rubbish_is_counted_and_the_rounds_are_the_same(tmp_path):
    quiet = visit(tmp_path / "a", lambda v: v.until(lambda: len(v.of("end")) == 2, 200_000),
                  rounds=_ROUNDS, seed=3)  # fmt: skip
    noisy = visit(tmp_path / "b", _shower(3, every_ms=17), rounds=_ROUNDS, seed=3)
    health = _survived(noisy)
    assert health["lines_bad"] > 50 and health["lines_refused"] > 50
    assert health["commands_refused"] > 0

    def money(visitor):
        return [fact for fact in visitor.facts if fact[0] in ("settle", "meter", "end", "hand")]

    assert money(noisy)[: len(money(quiet))] == money(quiet)
    # A flood of forged commands leaves few records behind.
    assert len(noisy.of("denied")) < 60


def test_a_flood_without_a_pause_never_stops_the_table(tmp_path):
    health = _survived(visit(tmp_path, _shower(5, every_ms=2), rounds=_ROUNDS, seed=5))
    assert health["tasks_failed"] == 0


def _sent(visitor, *command):
    """Orders it; what is too long for a line has no reply, it is thrown away whole."""
    if len(dumps(list(command))) < LIMIT // 2:
        yield from visitor.do("supervisor", *command)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_authenticated_rubbish_changes_nothing(data, tmp_path_factory):
    """Also a host with every key can only do what the rules allow: the shape is checked first."""
    kinds = INPUTS.names()
    inputs = data.draw(
        st.lists(
            st.tuples(st.sampled_from(kinds), st.lists(JSON, max_size=3)), min_size=1, max_size=6
        )
    )
    commands = data.draw(
        st.lists(
            st.tuples(st.sampled_from(COMMANDS.names()), st.lists(JSON, max_size=3)), max_size=4
        )
    )
    kept = ("restart", "maintenance", "maintenance_now", "commit", "set_key")

    def script(visitor):
        for kind, fields in inputs:
            yield from _sent(visitor, "input", [kind, *fields])
        for name, fields in commands:
            if name not in kept:
                yield from _sent(visitor, name, *fields)
        yield from visitor.ask("health")

    visitor = visit(tmp_path_factory.mktemp("rubbish"), script)
    assert dict(visitor.last)["tasks_failed"] == 0
    assert [fact for fact in visitor.of("fault") if fact[1] == "judge_failed"] == []
