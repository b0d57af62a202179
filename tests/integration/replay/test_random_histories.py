"""Histories that PokerKit wrote: what both allow is equal, what only PokerKit allows is refused."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest
from pokerkit import HandHistory
from typer.testing import CliRunner

from host_tools.main import app
from tests.oracles import poker_histories
from tests.oracles.poker_play import EXCEPTIONS

_SHARED_OTHERWISE = {"pots by tap-out level", "no low in a side pot"}


def replayed(path, *more: str) -> list[dict]:
    done = CliRunner().invoke(app, ["replay", str(path), "--json", *more])
    assert done.exit_code in (0, 1), done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def count(name: str) -> int:
    return 30 if "Hold-Em" in name else 10


@pytest.mark.parametrize("name", poker_histories.PLAYED)
def test_a_hand_that_both_allow_ends_equal(tmp_path, name):
    game = poker_histories.game_of(name)
    played = [poker_histories.played_alike(game, 700 + n) for n in range(count(name))]
    path = tmp_path / "alike.phhs"
    path.write_text(HandHistory.dumps_all([history for history, _, _ in played]))
    told = replayed(path)
    assert [one["hand"] for one in told] == list(range(1, len(played) + 1))
    for one, (history, ours, met) in zip(told, played, strict=True):
        assert one["got"] == ours
        assert one["expected"] == history.finishing_stacks
        shared = bool(_SHARED_OTHERWISE & set(met))
        assert one["result"] == ("different" if shared else "equal"), one
        assert bool(one["rule"]) == shared


@pytest.mark.parametrize("name", poker_histories.PLAYED)
def test_a_hand_without_finishing_stacks_is_added_up_from_its_actions(tmp_path, name):
    game = poker_histories.game_of(name)
    played = [poker_histories.played_alike(game, 900 + n) for n in range(count(name) // 2)]
    for history, _, _ in played:
        history.finishing_stacks = None
    path = tmp_path / "unfinished.phhs"
    path.write_text(HandHistory.dumps_all([history for history, _, _ in played]))
    for one, (_, ours, _) in zip(replayed(path), played, strict=True):
        assert one["result"] == "equal" and one["expected"] == one["got"] == ours


def test_what_only_pokerkit_allows_is_refused_by_a_listed_rule(tmp_path):
    rules = {rule for one in EXCEPTIONS.values() for rule in one.rules}
    # Over a tap-out PokerKit adds a full bet: above the structured level of TGC-2006 C16.2.
    rules.add("TGC-2006 C7.3, C7.4, C5.2.f, C5.2.d, C16.2")
    rules.add("TGC-2006 C7.3, C7.4, C8.2, C5.2.f, C5.2.d, C16.2")
    results: dict[str, int] = {}
    refused = set()
    for name in poker_histories.PLAYED:
        game = poker_histories.game_of(name)
        histories = [poker_histories.played_freely(game, n) for n in range(count(name))]
        path = tmp_path / "free.phhs"
        path.write_text(HandHistory.dumps_all(histories))
        for one, history in zip(replayed(path), histories, strict=True):
            results[one["result"]] = results.get(one["result"], 0) + 1
            if one["result"] == "refused":
                assert one["rule"] in rules, one
                assert one["got"] is None and one["expected"] == history.finishing_stacks
                refused.add(one["rule"])
            elif one["result"] == "different":
                assert one["rule"] == "NI2006-156 13.2, 14.2, 3.5(d)", one
            else:
                assert one["result"] == "equal"
    assert results["equal"] > 20 and results["refused"] > 20
    assert {"TGC-2006 C7.1", "TGC-2006 C16.3", "NI2006-156 5.1", "NI2006-156 14.5"} <= refused


def test_money_with_decimals_is_exact(tmp_path):
    """The same hands in dollars and cents: every amount divided by a hundred."""
    game = poker_histories.game_of("no-limit Hold-Em")
    stacks = {}
    for n in range(15):
        history, ours, met = poker_histories.played_alike(game, 1200 + n)
        if not _SHARED_OTHERWISE & set(met):
            stacks[f"{n}.phh"] = ours
            (tmp_path / f"{n}.phh").write_text(_in_dollars(history))
    told = replayed(tmp_path)
    assert len(told) == len(stacks) > 5
    for one in told:
        ours = stacks[Path(one["file"]).name]
        assert one["result"] == "equal", one
        assert one["got"] == [float(Decimal(stack) / 100) for stack in ours]


def _in_dollars(history: HandHistory) -> str:
    def dollars(cents: int) -> Decimal:
        return (Decimal(cents) / 100).quantize(Decimal("0.01"))

    for name in ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks"):
        setattr(history, name, [dollars(one) for one in getattr(history, name)])
    assert history.min_bet is not None
    setattr(history, "min_bet", dollars(history.min_bet))  # noqa: B010
    for at, action in enumerate(history.actions):
        words = action.split()
        if words[1] == "cbr":
            history.actions[at] = f"{words[0]} cbr {dollars(int(words[2]))}"
    return history.dumps()
