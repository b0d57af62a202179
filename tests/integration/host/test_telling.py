"""What is told of a round, against the round itself: board, chips, hands, refusals."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from cardtable.desk import games
from cardtable.rules.places import BOARD
from cardtable.rules.registry import PLAYERS_AGAINST_EACH_OTHER
from cardtable.rules.seals import Open, Sealer
from host_tools.scenarios.player import play
from host_tools.scenarios.reader import read
from host_tools.scenarios.taking_back import standing
from host_tools.wording import CATEGORIES, irregularity
from host_tools.wording.hands import hand_name
from host_tools.wording.narrator import Narrator
from sim.roots import ROOT
from tests.oracles import plain, round_trips

FILES = sorted((ROOT / "tests" / "scenarios" / "rounds").glob("*.toml"))


def _poker_rounds():
    for path in FILES:
        file = read(path)
        if file.game in PLAYERS_AGAINST_EACH_OTHER:
            played = play(file)
            if played.records:
                yield path.name, file, played.records


def test_the_board_and_the_all_ins_that_are_told_are_the_rounds_own():
    """Every record of every poker round in the gallery, irregular ones included."""
    boards = all_ins = moved = 0
    for name, file, records in _poker_rounds():
        table = games.make(file.game, _values(file), Open())
        teller = Narrator()
        for number, record in enumerate(records, 1):
            if record[0] == "taken_back":
                table = games.make(file.game, _values(file), Open())
                for stands in standing(records[:number]):
                    table.apply(stands)
            else:
                table.apply(record)
            lines = teller.tell(record, number)
            assert teller._shared + teller._fresh == table.board, (name, record)
            boards += bool(table.board)
            moved += record[0] == "move" and record[2] == BOARD
            if record[0] == "act" and file.determinations.get("follow") != "cards":
                seat, before = record[1], record[3]
                out = not table.stack[seat] and not table.front[seat] and before > 0
                added = record[2] not in ("fold", "call_fold", "check")
                assert ("is all in" in lines[0]) == (out and added), (name, record, lines)
                all_ins += out
    assert boards > 200 and all_ins > 20 and moved > 0


def _values(file):
    from cardtable.rules.determinations import resolve, taken_by

    names = taken_by(file.game)
    given = {name: value for name, value in file.determinations.items() if name in names}
    return resolve(file.game, given)


def test_random_rounds_are_told_with_their_all_ins():
    for game in round_trips.GAMES:
        for seed in range(25):
            played = round_trips.Played(game, 30_000 + seed, mistakes=False)
            table = games.make(game, played.values, Sealer(b"another"))
            teller = Narrator()
            for record in played.records:
                table.apply(record)
                said = " ".join(teller.tell(record))
                if record[0] in ("act", "post") and "fold" not in said:
                    last = not table.stack[record[1]] and "check" not in said
                    assert ("is all in" in said) == last, (game, seed, record)
            assert {seat: teller._chips.stack[seat] for seat in table.seated} == {
                seat: table.stack[seat] for seat in table.seated
            }


@pytest.mark.parametrize(
    ("category", "own", "board", "said"),
    [
        ("one_pair", "8s 8d", "Ac 5h 4d 3s Jc", "pair of eights, ace kicker (one pair)"),
        ("two_pairs", "As Ad 8s 8d Kc", "", "two pairs, aces and eights, king kicker"),
        ("three_of_a_kind", "6s 6d 6c Ah 2d", "", "three sixes, ace kicker (three of a kind)"),
        ("straight", "As 2d 3c 4h 5d", "", "straight to the five"),
        ("straight", "As Kd Qc Jh Td", "", "straight to the ace"),
        ("flush", "Ks 9s", "2s 4s 7s Ad Ac", "flush, king high"),
        ("full_house", "Ts Td", "Tc 4s 4d 9c 2h", "full house, tens over fours"),
        ("four_of_a_kind", "9s 9d 9c 9h 2d", "", "four nines, deuce kicker (four of a kind)"),
        ("straight_flush", "9s 8s 7s 6s 5s", "", "straight flush to the nine"),
        ("royal_flush", "As Ks Qs Js Ts", "", "a royal flush"),
        ("five_odd_cards", "As 9d 7c 4h 2d", "", "ace high, nine next (five odd cards)"),
        ("five_of_a_kind", "As Ad Ac Ah Jk", "", "five of a kind"),
        ("one_pair", "", "", "one pair"),
    ],
)
def test_hands_are_called_by_their_ranks(category, own, board, said):
    made = hand_name("holdem", category, CATEGORIES[category], own.split(), board.split())
    assert made == said


def test_omaha_uses_two_of_four_cards():
    """Four spades in the hand are no flush with two on the board of other suits."""
    own, board = ["As", "Ks", "Qs", "2s"], ["Ah", "Kd", "7s", "8s", "3c"]
    said = hand_name("omaha", "flush", CATEGORIES["flush"], own, board)
    assert said == "a flush"  # the cards do not make one: nothing is made up
    said = hand_name("omaha", "two_pairs", CATEGORIES["two_pairs"], own, board)
    assert said == "two pairs, aces and kings, eight kicker"


def test_the_ranks_called_are_those_of_the_best_hand():
    """Against the plain evaluator of the tests, over every five of seven cards."""
    deck, names, random = plain.deck(52), plain.order("tas", 52, False), Random(7)
    for _ in range(60):
        seven = random.sample(deck, 7)
        ranked = [(plain.five(hand, names, 52, True), hand) for hand in combinations(seven, 5)]
        category = plain.high(seven, names, 52, True)[0]
        five = next(hand for worth, hand in ranked if worth == plain.high(seven, names, 52, True))
        said = hand_name("holdem", category, CATEGORIES[category], seven[:2], seven[2:])
        alone = hand_name("holdem", category, CATEGORIES[category], list(five), [])
        assert said == alone


def test_exchanged_cards_are_not_told_as_a_wrong_count():
    for rule in ("TGC-2006 C18.8.a", "NI2006-156 16.8(a)", "NI2005-66 16.8(a)", "TGC-2006 B2.3"):
        assert "exchange" in irregularity("wrong_count", rule)
    assert "too few or too many" in irregularity("wrong_count", "TGC-2006 C19.15")


def test_a_refusal_says_what_there_is_to_call():
    teller = Narrator()
    teller.tell(("round", 1, "holdem", "00", 1, [[1, 20000], [2, 20000], [3, 150]]))
    teller.tell(("players", [1, 2, 3]))
    teller.tell(("post", 1, "blind", 100, 0, None))
    teller.tell(("post", 2, "blind", 200, 0, None))
    (said,) = teller.tell(("refused", ["check", 3], "no_check", "TGC-2006 C13.2"))
    assert said == "  Refused: this player may not check: $2.00 to call (TGC-2006 C13.2)."
    (said,) = teller.tell(("refused", ["bet", 3, 400], "not_enough_chips", "TGC-2006 C16.1"))
    assert said.endswith(": $1.50 left (TGC-2006 C16.1).")


def test_a_files_refusal_is_in_numbers(tmp_path):
    path = tmp_path / "round.toml"
    path.write_text(
        'game = "holdem"\nscript = """\ndeal 1 As 2 Kd 3 7c 1 Ah 2 Kc 3 7d\n{}\n"""\n'
        '[table]\nlimit = "no-limit"\nblinds = [1, 2]\npuck = 1\n'
        "[seats]\n1 = 200\n2 = 200\n3 = 200\n"
    )
    text = path.read_text()
    for line, said in (("3 check", "$2.00 to call"), ("3 bet 900", "$200.00 left")):
        path.write_text(text.replace("{}", line))
        (problem,) = play(read(path)).problems
        assert said in problem
