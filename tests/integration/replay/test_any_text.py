"""Whatever stands in a file: an answer for each hand, never a traceback, never money lost."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.cli.replay import _replayed
from host_tools.histories.problems import Damaged, Unsupported
from host_tools.histories.reader import Piece, read
from host_tools.histories.replayer import DIFFERENT, EQUAL, REFUSED, UNSUPPORTED, replay
from tests.integration.replay.test_replay_command import HAND

_WORDS = st.sampled_from(
    ["f", "cc", "cbr", "sm", "d", "dh", "db", "p1", "p2", "p3", "p4", "??", "????", "As", "2c"]
    + ["-", "#", "0", "1", "50", "100", "300", "0.5", "-1", "inf", "nan", "1e9", "'", '"', "[", "]"]
    + [",", "=", "NT", "FT", "PO", "FO/8", "NS", "antes", "winnings", "finishing_stacks", "é"]
)
_LINES = HAND.splitlines()


def answer(text: str) -> str:
    """What comes of a hand; only the two known exceptions may come out of the reader."""
    try:
        outcome = replay(read(Piece(1, 0, text)))
    except (Damaged, Unsupported):
        return UNSUPPORTED
    assert outcome.result in (EQUAL, DIFFERENT, REFUSED, UNSUPPORTED)
    if outcome.got is not None:
        assert all(stack >= 0 for stack in outcome.got)
    return outcome.result


@settings(max_examples=150)
@given(st.data())
def test_a_hand_with_words_changed(data):
    lines: list[str] = list(_LINES)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        words: list[str] = lines[at].split(" ")
        place = data.draw(st.integers(0, len(words) - 1))
        words[place] = words[place][:1] + data.draw(_WORDS) + words[place][-2:]
        lines[at] = " ".join(words)
    answer("\n".join(lines))


@settings(max_examples=80)
@given(st.data())
def test_a_hand_with_lines_left_out_doubled_or_exchanged(data):
    lines: list[str] = list(_LINES)
    for _ in range(data.draw(st.integers(1, 3))):
        one, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        change = data.draw(st.sampled_from(("leave out", "double", "exchange")))
        if change == "leave out":
            del lines[one]
        elif change == "double":
            lines.insert(one, lines[other])
        else:
            lines[one], lines[other] = lines[other], lines[one]
    answer("\n".join(lines))


@settings(max_examples=80)
@given(
    st.lists(
        st.sampled_from(
            ("f", "cc", "cbr 100", "cbr 200", "cbr 400", "cbr 5000", "sm", "sm -", "sm ????")
        ).flatmap(lambda what: st.integers(1, 3).map(lambda player: f"p{player} {what}"))
        | st.sampled_from(("d db 2s9hJd", "d db 3c", "d db Kh", "d db 4d")),
        max_size=14,
    )
)
def test_any_actions_in_any_order(actions):
    head, _, rest = HAND.partition("  'p3 cbr 300'")
    tail = "]\n" + rest[rest.index("finishing_stacks") :]
    assert answer(head + "".join(f"  '{action}',\n" for action in actions) + tail) in (
        EQUAL,
        DIFFERENT,
        REFUSED,
        UNSUPPORTED,
    )


@given(st.binary(max_size=300))
def test_any_bytes(tmp_path_factory, content):
    path: Path = tmp_path_factory.getbasetemp() / "any.phhs"
    path.write_bytes(content)
    for _, outcome, _ in _replayed(path, None):
        assert outcome.result == UNSUPPORTED and outcome.reason


@given(st.integers(0, 10**6), st.sampled_from((1, 10, 100)))
def test_money_as_written_comes_back_as_written(amount, divisor):
    from host_tools.histories.money import Units

    text = HAND.replace("[5000, 6000, 7000]", f"[5000, 6000, {7000 + Decimal(amount) / divisor}]")
    history = read(Piece(1, 0, text))
    units = Units(history)
    for stack in history.stacks:
        assert Fraction(str(units.told(units.whole(stack)))) == Fraction(stack)
