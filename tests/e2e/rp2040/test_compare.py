"""The board's records against the desk's, and what a power cut may leave of them."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from sim.rp2040.compare import compare, masked
from sim.rp2040.cuts import chain, open_round, round_after, wrong

SEAL = "0123456789abcdef" * 2


def records(*bodies: tuple) -> list[list[Any]]:
    return [[1, 1, k + 1, "u", 10 * k, "", *body] for k, body in enumerate(bodies)]


def test_seals_salts_and_hashes_are_masked_and_nothing_else() -> None:
    told = ["deal", 3, SEAL, ["As", SEAL[:16]], None, "0123456789abcde", 5]
    assert masked(told) == ["deal", 3, "#", ["As", "#"], None, "0123456789abcde", 5]


def test_the_same_play_under_other_seals_and_at_other_times_is_identical() -> None:
    end = ("end", "won", None)
    desk = records(("boot",), ("round", 1), ("deal", 1, SEAL), end, ("round", 2))
    board = records(("round", 1), ("attach", 0), ("deal", 1, SEAL[::-1]), end, ("round", 2))
    found = compare(desk, board)
    assert found.identical and (found.wanted, found.got) == (4, 4)


def test_the_first_difference_is_shown_with_what_stands_around_it() -> None:
    desk = records(*[("deal", seat, SEAL) for seat in range(1, 9)])
    board = records(
        *[("deal", seat, SEAL) for seat in range(1, 5)],
        ("fault", "card_unseen", "box 4", 1),
        *[("deal", seat, SEAL) for seat in range(5, 9)],
    )
    found = compare(desk, board)
    assert found.first_difference == 4
    assert [row["record"] for row in found.context] == [1, 2, 3, 4, 5, 6, 7]
    assert found.context[3] == {
        "record": 4,
        "desk": ["deal", 5, "#"],
        "board": ["fault", "card_unseen", "box 4", 1],
    }
    assert found.too_many == {"fault card_unseen": 1}


def test_a_record_too_few_or_too_many_at_the_end_is_a_difference() -> None:
    desk = records(("ante", 1), ("end", "won", None))
    assert compare(desk, desk[:1]).first_difference == 1
    assert compare(desk[:1], desk).first_difference == 1


def test_what_comes_after_the_last_opening_is_nobodys_business() -> None:
    play = (("round", 1), ("deal", 1, SEAL), ("end", "won", None), ("round", 2))
    assert compare(records(*play), records(*play, ("freeze_out", 1, 500, "B16.5"))).identical
    assert not compare(records(*play), records(*play[:3], ("fault", "x", "y", 1))).identical


# ---- after a power cut


def chained(*bodies: tuple) -> list[str]:
    lines: list[str] = []
    for number, body in enumerate(bodies, 1):
        before = hashlib.sha256(lines[-1].encode()).digest()[:16].hex() if lines else "0" * 32
        lines.append(json.dumps([1, 1, number, "u", 0, before, *body], separators=(",", ":")))
    return lines


PLAY = (("round", 1), ("ante", 1, 500), ("deal", 1, SEAL))


def trial(told: list[str], after: list[str], **more: Any) -> dict[str, Any]:
    hello = ["hello", 1, "0.1.0", "pico", "sim-1", 1, len(after), "ab", 0, ["keyed", "fram"]]
    return {"told": told, "after": after, "hello": hello, "resets": 0, "printed": [], **more}


def test_a_board_that_knows_everything_and_goes_on_is_well() -> None:
    lines = chained(*PLAY, ("boot", "0.1.0", "pico", "sim-1", "power"))
    seen = trial(lines[:3], lines)
    assert wrong(seen) == []
    assert round_after(seen) == "goes on"


def test_a_record_that_was_told_may_not_be_missing_or_another() -> None:
    lines = chained(*PLAY)
    assert "told, and it has only 2" in wrong(trial(lines, lines[:2]))[0]
    other = chained(("round", 1), ("ante", 2, 500), ("deal", 1, SEAL))
    assert "record 2 is not what was told before" in wrong(trial(lines, other))


def test_a_chain_that_does_not_continue_shows() -> None:
    lines = chained(*PLAY)
    alien = chained(("round", 1), ("ante", 3, 500), ("deal", 1, SEAL))
    assert chain({1: lines[0], 2: lines[1], 3: alien[2]}) == [
        "record 3 does not continue the chain"
    ]


def test_a_round_may_be_lost_in_words_but_not_in_silence() -> None:
    lost = chained(*PLAY, ("fault", "round_lost", "vault", 1), ("end", "void", None), ("round", 2))
    assert wrong(trial(lost[:3], lost)) == []
    assert round_after(trial(lost[:3], lost)) == "lost, and told"
    silent = chained(*PLAY, ("boot", "0.1.0", "pico", "sim-1", "power"), ("round", 2))
    assert wrong(trial(silent[:3], silent)) == ["round 1 was open, and round 2 was begun"]


def test_maintenance_a_stopped_table_and_no_hello_are_all_wrong() -> None:
    lines = chained(*PLAY)
    said = {"printed": ["Cardtable is in maintenance mode: three times"]}
    assert "it went into maintenance mode" in wrong(trial(lines, lines, **said))
    stopped = trial(lines, lines)
    stopped["hello"][9] = ["keyed", "stopped"]
    assert wrong(stopped) == ["it says it is stopped"]
    assert wrong(trial(lines, lines, hello=None)) == ["it did not say hello"]


def test_between_rounds_none_is_open() -> None:
    assert open_round(chained(("round", 1), ("end", "won", None))) is None
    assert open_round(chained(*PLAY)) == 1
