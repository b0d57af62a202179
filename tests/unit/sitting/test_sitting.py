"""A table over many rounds: marker, waiting players, idle seats, notices, reservations."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.rules.cards import card_text
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open
from host_tools.console.round_projection import TableView
from host_tools.sitting.notices import CLOSURE, Notices
from host_tools.sitting.seating import Reservations, drawn, offered
from host_tools.sitting.sitting import Sitting

MINUTE = 60_000


def seated(game: str, seats: list[int], places: int = 10) -> Sitting:
    table = Sitting(game, places)
    table.seats = {seat: [20000, 0, 0] for seat in seats}
    return table


def play(
    table: Sitting,
    *inputs: tuple[Any, ...],
    outcome: str = "won",
    heard: list | None = None,
    **given: Any,
) -> Any:
    """A round that everybody folds to one player, after what is said between rounds.

    `heard` gets its records.
    """
    played = table.begin(given, Open())
    records = list(played.opening)
    for one in inputs:
        records += played.take(one)
    cards = iter(range(52))
    if outcome != "won":
        records += played.take(("begin",))
        records += played.take((f"rule_{outcome}", None))
    while played.outcome is None:
        due = played.expects()
        card = [one for one in due if one[0] == "card"]
        if card:
            records += played.take(("card", card[0][1], card_text(next(cards))))
        elif ("fold", played.to_act()) in due:
            records += played.take(("fold", played.to_act()))
        else:  # the opening player has to bet
            records += played.take(("bet", played.to_act(), played.options(played.to_act())[1]))
    table.finish()
    if heard is not None:
        heard += records
    return played


def test_NI2006_156_r8_3_the_button_goes_round():
    table = seated("omaha", [1, 4, 7])
    markers = []
    for _ in range(4):
        play(table)
        markers.append(table.marker)
    assert markers == [1, 4, 7, 1] and table.rounds == 4


@pytest.mark.parametrize("outcome", ["misdeal", "void"])
def test_NI2006_156_r17_3_a_round_that_never_was_moves_nothing(outcome: str):
    table = seated("omaha", [1, 4, 7])
    play(table)
    play(table, outcome=outcome)
    assert (table.marker, table.rounds) == (1, 1)
    assert sum(cents for cents, _, _ in table.seats.values()) == 60000


def test_NI2006_156_r17_12_one_revolution_of_the_button():
    table = seated("omaha", [1, 4, 7])
    laps = []
    for _ in range(4):
        play(table)
        laps.append(table.lap)
    assert laps == [7, 7, 0, 0], "the first button was at seat 7, and comes there again"


def test_NI2006_156_r17_12_a_new_player_before_and_behind_the_button():
    table = seated("omaha", [1, 4, 7])
    play(table)  # the button goes from 7 to 1
    played = play(table, ("join", 5, 20000), ("join", 9, 20000))
    assert 5 in played.players and 9 not in played.players
    assert table.seats[9][1] == 1, "still waits in the next round"


def test_NI2006_156_r17_4_a_missed_blind_is_remembered_over_rounds():
    table = seated("omaha", [1, 4, 7, 9])
    play(table, ("away", 4))  # first button at 9: the blinds are 1 and 4
    assert table.seats[4][1] == 5
    played = play(table, ("back", 4))  # the button has come to 1: 4 would be small blind
    assert 4 not in played.players and table.seats[4][1] == 3


def test_NI2005_66_r14_3_a_declared_player_stays_one():
    table = seated("draw", [1, 4, 7])
    table.seats[4][0] = 5000
    play(table, ("declare", 4), table_stake=10000)
    assert table.seats[4][2] == 1
    played = table.begin({"table_stake": 10000}, Open())
    assert played.why_not(("buy", 4, 10000)).rule == "NI2005-66 14.3"


# ---- seats that are needed


def test_NI2005_66_r19_6_three_idle_rounds_while_the_table_is_full():
    table = seated("draw", [1, 4, 7, 9], places=4)
    play(table, ("away", 7))
    play(table)
    assert table.may_be_vacated() == []
    play(table)
    assert table.may_be_vacated() == [(7, "NI2005-66 19.6")]
    table.places = 5
    assert table.may_be_vacated() == [], "another seat is free"


def test_NI2006_156_r19_6_the_console_tells_the_supervisor_which_seat_was_idle():
    table = seated("omaha", [1, 4, 7], places=3)
    view = TableView()
    view.seats = 3
    number = 0
    for rounds in range(1, 5):
        records: list[tuple] = []
        played = play(table, *([("away", 7)] if rounds == 1 else []), heard=records)
        _, _, view.game, view.fingerprint, *_ = records[0]
        view.values = played.values
        for record in records:
            number += 1
            view.apply(number, record)
        told = view.snapshot().get("vacate")
        assert told == ([(7, "NI2006-156 19.6")] if rounds >= 3 else [])
    view.seats = 4
    assert view.snapshot().get("vacate") == [], "another seat is free"


def test_NI2005_66_r19_6_playing_once_begins_the_count_again():
    table = seated("draw", [1, 4, 7, 9], places=4)
    play(table, ("away", 7), ante=100)
    play(table, ante=100)
    play(table, ("back", 7), ante=100)
    play(table, ("away", 7), ante=100)
    assert table.idle[7] == 1


def test_TGC_2006_C3_2_in_tasmania_no_rule_takes_the_seat():
    table = seated("holdem", [1, 4, 7, 9], places=4)
    for _ in range(4):
        play(table, *([("away", 9)] if not table.rounds else []))
    assert table.idle[9] == 4 and table.may_be_vacated() == []


def test_NI2004_492_r16_6_and_S89_1997_r15_8_idle_boxes_at_the_bank():
    for game, rule in (("canberra", "NI2004-492 16.6"), ("canberra-1997", "S89-1997 15.8")):
        table = Sitting(game, 3)
        for _ in range(3):
            table.abstained([1, 2], [1, 2, 3])
        assert table.may_be_vacated() == [(3, rule)]
        table.abstained([3], [1, 2, 3])
        assert table.may_be_vacated() == []


# ---- another game


def test_NI2006_156_r17_14_no_other_game_during_a_round():
    table = seated("omaha", [1, 4, 7])
    table.begin({}, Open())
    with pytest.raises(Refused) as refusal:
        table.change_game("draw")
    assert refusal.value.code == "round_has_begun"
    with pytest.raises(Refused):
        table.begin({}, Open())


def test_another_game_begins_with_its_own_first_button():
    table = seated("omaha", [1, 4, 7])
    play(table)
    table.change_game("draw")
    played = play(table)
    assert played.document == "NI2005-66" and played.marker == 7


# ---- notices


def test_TGC_2006_C5_1_thirty_minutes_or_the_agreement_of_all():
    notices = Notices("holdem")
    refusal = notices.why_not("blinds", 0)
    assert refusal is not None and (refusal.code, refusal.rule) == ("no_notice", "TGC-2006 C5.1")
    notices.announce("blinds", 0)
    assert notices.why_not("blinds", 30 * MINUTE - 1) is not None
    assert notices.why_not("blinds", 30 * MINUTE) is None
    assert Notices("holdem").why_not("blinds", 0, agreed=True) is None
    notices.done("blinds")
    assert notices.why_not("blinds", 90 * MINUTE) is not None


@pytest.mark.parametrize(
    ("game", "what", "rule"),
    [
        ("draw", "table_stake", "NI2005-66 4.1"),
        ("omaha", "min_bet", "NI2006-156 4.1"),
        ("canberra", "ante_min", "NI2004-492 3.1"),
        ("canberra-1997", "ante_min", "S89-1997 5.2"),
    ],
)
def test_limits_change_after_notice(game: str, what: str, rule: str):
    notices = Notices(game)
    refusal = notices.why_not(what, 0)
    assert refusal is not None and refusal.rule == rule
    notices.announce(what, 5)
    assert notices.why_not(what, 5) is None


def test_TGC_2006_B5_3_the_minimum_wager_needs_the_agreement_of_all():
    notices = Notices("stud")
    notices.announce("min_bet", 0)
    assert notices.why_not("min_bet", 99 * MINUTE) is not None
    assert notices.why_not("min_bet", 0, agreed=True) is None


@pytest.mark.parametrize(
    ("game", "minutes", "rule"),
    [
        ("holdem", 30, "TGC-2006 C1.3"),
        ("draw", 0, "NI2005-66 18.2"),
        ("omaha", 0, "NI2006-156 18.2"),
        ("canberra", 0, "NI2004-492 15.2"),
        ("canberra-1997", 0, "S89-1997 14.2"),
    ],
)
def test_a_table_closes_after_notice(game: str, minutes: int, rule: str):
    notices = Notices(game)
    refusal = notices.why_not(CLOSURE, 10**9, agreed=True)
    assert refusal is not None and refusal.rule == rule
    notices.announce(CLOSURE, 1000)
    assert (notices.why_not(CLOSURE, 1000) is None) is (minutes == 0)
    assert notices.why_not(CLOSURE, 1000 + minutes * MINUTE) is None


def test_what_needs_no_notice_changes_between_rounds():
    assert Notices("omaha").why_not("burn", 0) is None
    with pytest.raises(Refused):
        Notices("omaha").announce("ante_max", 0)


# ---- seats


def test_TGC_2006_C6_1_a_reservation_lapses_when_the_game_commences():
    kept = Reservations("holdem", 1000)
    kept.reserve(3, "Ann")
    refusal = kept.why_not(3, "Bob", 999)
    assert refusal is not None and refusal.rule == "TGC-2006 C6.1"
    assert kept.why_not(3, "Ann", 999) is None and kept.why_not(3, "Bob", 1000) is None
    assert kept.forfeited([], 999) == [] and kept.forfeited([], 1000) == [3]
    assert kept.forfeited([3], 1000) == []


def test_TGC_2006_B7_1_one_name_a_seat_and_NI2005_66_r8_2_none_reserved():
    kept = Reservations("stud", 1000)
    kept.reserve(3, "Ann")
    with pytest.raises(Refused):
        kept.reserve(3, "Bob")
    with pytest.raises(Refused):
        Reservations("draw", 1000).reserve(3, "Ann")


def test_TGC_2006_C6_3_players_from_the_puck_before_those_who_wait():
    assert offered("holdem", 4, [1, 4, 6, 9], 6, ["Ann"]) == [6, 9, 1, "Ann"]


def test_NI2005_66_r8_2_players_before_those_who_wait_and_a_draw_between_them():
    assert offered("draw", 4, [9, 4, 1], 9, ["Ann"]) == [1, 9, "Ann"]
    assert drawn({"Ann": "Kd", "Bob": "Qs"}) == ["Ann"]
    assert drawn({"Ann": "Kd", "Bob": "Ks", "Cy": "2c"}) == ["Ann", "Bob"]


def test_what_is_refused_from_round_to_round_has_words():
    from host_tools.wording import REFUSALS

    codes = {
        "all_players_agree",
        "no_notice",
        "no_reservations",
        "notice_is_running",
        "round_has_begun",
        "round_is_not_over",
        "seat_is_reserved",
        "seat_is_taken",
        "unknown_determination",
        "unknown_game",
    }
    assert codes <= set(REFUSALS)
