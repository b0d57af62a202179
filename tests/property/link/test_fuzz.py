"""Whatever hypothesis makes up on the link: nothing raises out of its handler, the link stays."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardtable.desk.messages import MESSAGES
from cardtable.link.commands import COMMANDS, QUESTIONS
from cardtable.rules.inputs import INPUTS
from sim.micropython import bench
from tests.property.link.fuzzed import ASK, INPUT, LINE, ODD, ORDER, RAW, Fuzzed, clean, made_up

_GAMES = ("canberra", "draw", "stud")
_ON_MICROPYTHON = "tests/property/link/on_micropython.py"


@pytest.fixture(scope="module", params=_GAMES)
def table(request, tmp_path_factory):
    root = f"{tmp_path_factory.mktemp('fuzzed')}/"
    made = Fuzzed(root, request.param)
    yield made
    assert made.alive()


# JSON as text: what parsers take for numbers, texts and brackets, and what they do not.
VALUES = st.one_of(
    st.sampled_from(ODD),
    st.integers().map(str),
    st.floats().map(json.dumps),
    st.text(max_size=12).map(json.dumps),
    st.text(max_size=12).map(lambda t: json.dumps(t, ensure_ascii=False)),
    st.integers(0, 200).map(lambda n: "[" * n + "]" * n),
    st.lists(st.sampled_from(ODD), max_size=4).map(lambda many: f"[{','.join(many)}]"),
)


def _of(kinds: Any) -> st.SearchStrategy[str]:
    """A declared kind with any values, mostly as many as it has fields."""

    def fields(name: str) -> st.SearchStrategy[str]:
        count = len(kinds.fields(name))
        some = st.lists(VALUES, min_size=count, max_size=count) | st.lists(VALUES, max_size=6)
        return some.map(lambda values: f"[{','.join([json.dumps(name), *values])}]")

    return st.sampled_from(kinds.names()).flatmap(fields)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


SAID = st.one_of(
    st.tuples(st.just(RAW), st.just(0), st.binary(max_size=600)),
    st.tuples(st.just(LINE), st.just(0), st.binary(max_size=100)),
    st.tuples(st.just(LINE), st.just(0), _of(MESSAGES).map(_bytes)),
    st.tuples(
        st.just(ASK),
        st.just(0),
        st.tuples(st.sampled_from(QUESTIONS.names()), VALUES).map(
            lambda pair: _bytes(f'"{pair[0]}",[{pair[1]}]')
        ),
    ),
    st.tuples(st.just(ORDER), st.integers(0, 2), _of(COMMANDS).map(_bytes)),
    st.tuples(st.just(ORDER), st.integers(0, 2), st.binary(max_size=80)),
    st.tuples(st.just(INPUT), st.integers(0, 2), _of(INPUTS).map(lambda t: _bytes(t[1:-1]))),
)


@settings(
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(said=st.lists(SAID, min_size=1, max_size=8))
def test_nothing_on_the_link_raises_out_of_its_handler(said, table):
    for way, role, data in said:
        table.take(way, role, data)


def test_declared_kinds_with_odd_values_by_seed(tmp_path):
    """The same as on MicroPython below, by the same dice."""
    from sim.people.dice import Dice

    dice = Dice(19)
    clean(f"{tmp_path}/t/")
    made = Fuzzed(f"{tmp_path}/t/", "holdem")
    codes = set()
    for _ in range(1500):
        codes |= {told[2] for told in made.take(*made_up(dice)) if told[0] == "reply"}
    assert made.alive()
    assert len(codes) > 15 and "ok" in codes  # it got past the first checks


def on_micropython(folder, game: str, seed: int, count: int) -> dict[str, Any]:
    """The fuzzer inside real MicroPython, in a thread with about a Pico's stack."""
    done = bench.run(
        [_ON_MICROPYTHON, f"{folder}/", game, str(seed), str(count)],
        heap_bytes=8 << 20,  # the emulated table lives there too
        report=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("game", ["canberra", "draw"])
def test_on_real_micropython_with_a_boards_stack(game, tmp_path):
    found = on_micropython(tmp_path, game, 7, 250)
    assert found["alive"] and found["sent"] >= 250 and found["codes"] > 8
