"""Every poker round of the gallery, and random ones, in every format: nothing is refused."""

from __future__ import annotations

import json
from random import Random

import pytest
from pokerkit import HandHistory

from cardtable.rules.registry import PLAYERS_AGAINST_EACH_OTHER
from host_tools.histories.gfx import gfx
from host_tools.histories.hand import Hand, Unwritable, gathered
from host_tools.histories.ohh import ohh
from host_tools.histories.writer import written
from host_tools.ledger.ledger import Entry
from host_tools.scenarios.player import play
from host_tools.scenarios.reader import read
from sim.roots import ROOT
from tests.oracles import round_trips

FILES = sorted((ROOT / "tests" / "scenarios" / "rounds").glob("*.toml"))


def hands() -> list[tuple[str, Hand]]:
    found = []
    for path in FILES:
        file = read(path)
        if file.game not in PLAYERS_AGAINST_EACH_OTHER:
            continue
        records = play(file).records
        if any(record[0] == "players" for record in records):
            entries = [Entry("t1", 1, n, 0, "t", n, "", r) for n, r in enumerate(records, 1)]
            found.append((path.name, gathered(entries)))
    return found


def test_every_round_of_every_poker_game_is_written_in_every_format():
    written_rounds = hands()
    assert len(written_rounds) > 200
    assert {hand.game for _, hand in written_rounds} == set(PLAYERS_AGAINST_EACH_OTHER)
    for name, hand in written_rounds:
        loaded = HandHistory.loads(written(hand))
        assert loaded.seats is not None and sorted(loaded.seats) == sorted(hand.order), name
        assert sum(hand.finish.values()) + hand.commission <= sum(hand.start.values()) or (
            hand.outcome == "unfinished"
        ), name
        json.loads(ohh(hand))
        json.loads(gfx(hand))


def test_what_is_irregular_is_noted_in_every_format():
    noted = 0
    for _, hand in hands():
        said = [event.note for event in hand.events() if "rregular" in event.note]
        said += [note for note in hand.notes if "rregular" in note]
        for note in said:
            noted += 1
            assert note in gfx(hand) and note in written(hand)
            told = json.loads(ohh(hand))["ohh"]
            assert note in json.dumps(told, ensure_ascii=False)
    assert noted > 40


@pytest.mark.parametrize("game", round_trips.GAMES)
def test_the_money_of_each_format_adds_up(game):
    """Reckoned from the written file alone: what went in, and what came back."""
    for seed in range(40):
        played = round_trips.Played(game, 9_000 + seed)
        hand = played.hand()
        if hand.outcome != "won":
            continue
        _ohh_adds_up(hand, json.loads(ohh(hand, played.values))["ohh"])
        _gfx_adds_up(hand, json.loads(gfx(hand, played.values)))


def _ohh_adds_up(hand: Hand, told: dict) -> None:
    stacks = {one["id"]: round(100 * one["starting_stack"]) for one in told["players"]}
    paid = dict.fromkeys(stacks, 0)
    for one in [action for part in told["rounds"] for action in part["actions"]]:
        paid[one["player_id"]] += round(100 * one.get("amount", 0))
    won = dict.fromkeys(stacks, 0)
    for pot in told["pots"]:
        assert round(100 * pot["amount"]) == round(100 * pot["rake"]) + sum(
            round(100 * one["win_amount"]) for one in pot["player_wins"]
        )
        for one in pot["player_wins"]:
            won[one["player_id"]] += round(100 * one["win_amount"])
    uncalled = sum(paid.values()) - sum(round(100 * pot["amount"]) for pot in told["pots"])
    left = {seat: stacks[seat] - paid[seat] + won[seat] for seat in stacks}
    back = {seat: hand.finish[seat] - left[seat] for seat in stacks}
    # The format has no action for a bet that came back: nobody called it, and it is one player's.
    assert sum(back.values()) == uncalled and sum(1 for cents in back.values() if cents) <= 2
    assert all(cents >= 0 for cents in back.values())
    numbers = [one["action_number"] for part in told["rounds"] for one in part["actions"]]
    assert numbers == sorted(set(numbers))


def _gfx_adds_up(hand: Hand, told: dict) -> None:
    (one,) = told["Hands"]
    assert {p["PlayerNum"]: p["EndStackAmt"] for p in one["Players"]} == hand.finish
    moved = sum(p["CumulativeWinningsAmt"] for p in one["Players"])
    assert moved == -hand.commission
    pots = [event["Pot"] for event in one["Events"]]
    board = [event["BoardCards"] for event in one["Events"] if event["BoardCards"]]
    assert pots == sorted(pots) or hand.game == "stud"
    assert len(board) == len(set(board)) <= 5


def test_cards_that_nobody_showed_are_in_no_file():
    random = Random(4)
    for game in round_trips.GAMES:
        for seed in random.sample(range(10_000), 15):
            played = round_trips.Played(game, seed)
            hand = played.hand()
            shown = {card for event in hand.showdown for card in event.cards}
            table = played.table
            for seat in hand.order:
                for token in table.held[seat]:
                    card = table.sealer.face(token)
                    if token == card or card in shown:
                        continue  # open, or turned over
                    spelt = card.replace("T", "10").lower()
                    cards = " ".join(
                        p["HoleCards"][0] for p in json.loads(gfx(hand))["Hands"][0]["Players"]
                    )
                    assert spelt not in cards.split()
                    for text in (written(hand), ohh(hand)):
                        assert f'"{card}"' not in text and f"{card}'" not in text


def test_a_round_nobody_was_dealt_into_has_no_history():
    opening = ("round", 1, "holdem", "00", None, [[1, 100], [2, 100]])
    with pytest.raises(Unwritable, match="nobody was dealt in"):
        gathered([Entry("t1", 1, 1, 0, "u", 0, "", opening)])
