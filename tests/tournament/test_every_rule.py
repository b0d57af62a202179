# pyright: reportOptionalMemberAccess=false
"""Rules 17 (NI2004-492), 20 (NI2005-66, NI2006-156), 16 (S89-1997) and B 16 (TGC-2006): each has a
test in which it is tried or broken, and cited. The table is at the end, and is checked itself."""

import re
from pathlib import Path

import pytest

from cardtable.rules.round import Refused
from host_tools.directing import view
from host_tools.rulebook.entries import book
from host_tools.tournament.conditions import BadConditions, parse
from host_tools.tournament.director import opened
from host_tools.tournament.documents import rules_for
from tests.tournament.test_director import (
    CANBERRA,
    EXAMPLE,
    FREEZE_OUT,
    TWO_TABLES,
    Clock,
    begun,
    seated,
)
from tests.unit.firmware.canberra_rounds import Felt as Banked

ROOT = Path(__file__).parents[2]
DRAW = EXAMPLE.replace('"omaha"', '"draw"')
ACT = pytest.mark.parametrize(
    ("text", "document"), [(DRAW, "NI2005-66"), (EXAMPLE, "NI2006-156")], ids=["draw", "omaha"]
)
ALL = pytest.mark.parametrize(
    ("text", "rule"),
    [(DRAW, "NI2005-66 20."), (EXAMPLE, "NI2006-156 20."), (CANBERRA, "NI2004-492 17.")],
    ids=["draw", "omaha", "canberra"],
)


def refused(code, function, *given, **named):
    with pytest.raises(Refused) as caught:
        function(*given, **named)
    assert caught.value.code == code, caught.value
    return caught.value.rule


def playing(folder, text, players=8, absent=()):
    director = seated(begun(folder, text, players), absent)
    director.begin_session()
    return director


@ALL
def test_NI2004_492_r17_2_NI2005_66_r20_2_NI2006_156_r20_2_every_decision_says_who_decided(
    tmp_path, text, rule
):
    director = playing(tmp_path, text)
    assert {event["who"] for event in director.journal.events} == {"director"}


@ALL
def test_NI2004_492_r17_3_r17_4_NI2005_66_r20_3_r20_4_NI2006_156_r20_3_r20_4_conditions(text, rule):
    for line, said in (("approved_by", "approved_by"), ("starts", "starts"), ("game", "game")):
        without = "\n".join(row for row in text.splitlines() if not row.startswith(line))
        with pytest.raises(BadConditions) as caught:
            parse(without)
        assert f"{said}: is missing" in str(caught.value)
    for section in ("[entry]", "[[sessions]]", "[[levels]]", "[[prizes]]"):
        with pytest.raises(BadConditions):
            parse(text.replace(section, section.replace("s", "z").replace("e", "a")))
    made = parse(text)
    assert made.entry.least <= made.entry.most and made.values_at(0)["tournament"] == 1


@ALL
def test_NI2004_492_r17_5_NI2005_66_r20_5_NI2006_156_r20_5_a_departure_names_a_rule(
    tmp_path, text, rule
):
    number = rule.split()[1] + "7"
    with pytest.raises(BadConditions, match="is no rule here"):
        parse(text + '\n[[departures]]\nrule = "99.9"\ntext = "Anything goes."\n')
    departing = text + f'\n[[departures]]\nrule = "{number}"\ntext = "Tables are balanced."\n'
    director = playing(tmp_path, departing)
    boxes = {name: list(boxes) for name, boxes in TWO_TABLES.items()}
    director.balance(boxes)
    director = playing(tmp_path / "without", text)
    assert refused("seats_are_kept_for_the_session", director.balance, boxes) == rule + "7"


@ALL
def test_NI2004_492_r17_6_NI2005_66_r20_6_NI2006_156_r20_6_one_entry_each(tmp_path, text, rule):
    director = begun(tmp_path, text)
    assert refused("one_entry_only", director.enter, "PLAYER 1") == rule + "6"  # 17.6, 20.6


@ALL
def test_NI2004_492_r17_7_NI2005_66_r20_7_NI2006_156_r20_7_one_ballot_for_a_session_and_none_while(
    tmp_path, text, rule
):
    director = begun(tmp_path, text)
    director.draw_seats(TWO_TABLES)
    assert refused("a_ballot_was_drawn", director.draw_seats, TWO_TABLES) == rule + "7"


@ALL
def test_NI2004_492_r17_8_NI2005_66_r20_8_NI2006_156_r20_8_the_director_says_how_many_sit(
    tmp_path, text, rule
):
    few = text.replace('name = "Heat"', 'name = "Heat"\nplayers_a_table = 5')
    director = begun(tmp_path, few, 12)
    assert refused("too_few_seats", director.draw_seats, TWO_TABLES) == rule + "8"  # 17.8, 20.8


@ACT
def test_NI2005_66_r20_9_NI2006_156_r20_9_who_is_there_has_not_forfeited_and_the_fee_stays(
    tmp_path, text, document
):
    director = seated(begun(tmp_path, text), absent=(2, 5))
    assert refused("the_seat_is_taken", director.begin_session, [3]) == f"{document} 20.9"
    assert director.begin_session([5]) == [5]
    assert director.state.entrants[2].standing == "playing"
    assert director.state.takings.pool == 12 * 5000


@ALL
def test_NI2004_492_r17_10_NI2005_66_r20_10_NI2006_156_r20_10_a_seat_is_sold_before_the_first(
    tmp_path, text, rule
):
    director = seated(begun(tmp_path, text, reserves=1), absent=(4,))
    assert refused("the_seat_is_taken", director.replace, 5, 13) == rule + "10"  # 17.10, 20.10
    director.replace(4, 13)
    returned = 5500 if rule.startswith(("NI2005", "NI2006")) else 0
    assert director.state.takings.returned == returned


@ACT
def test_NI2005_66_r20_11_NI2006_156_r20_11_an_absent_player_is_told_to_the_table(
    tmp_path, text, document
):
    """The board then takes blinds and antes, and folds in turn (rounds as files show it)."""
    from host_tools.directing.table_setup import Setup, orders, wanted

    director = playing(tmp_path, text, absent=(3,))
    box = director.state.entrants[3].seat.box
    table = director.state.entrants[3].seat.table
    there = Setup("tournament", director.conditions.values_at(0))
    want = wanted(director, table, there)
    assert want.absent == {box} and ("away", box) in orders(want, there, director.conditions.game)
    there.chips, there.absent = dict(want.chips), {box}
    director.seat(3)
    assert ("back", box) in orders(wanted(director, table, there), there, "omaha")
    director.absent(3)
    assert director.journal.events[-1]["rule"] == f"{document} 20.11"


@ALL
def test_NI2004_492_r17_11_NI2005_66_r20_12_NI2006_156_r20_12_a_substitute_is_approved(
    tmp_path, text, rule
):
    director = playing(tmp_path, text)
    director.substitute(2, "Somebody Else")
    number = "11" if "17." in rule else "12"
    assert director.journal.events[-1]["rule"] == rule + number


@ALL
def test_NI2004_492_r17_12_NI2005_66_r20_13_NI2006_156_r20_13_everybodys_chips_are_in_view(
    tmp_path, text, rule
):
    director = playing(tmp_path, text)
    shown = view.desk(director, 0, {}, [])
    told = {p["number"]: p["chips"] for t in shown["tables"].values() for p in t["players"]}
    assert told == {one.number: one.chips for one in director.state.in_play}
    assert shown["chips"] == sum(told.values())


@ALL
def test_NI2004_492_r17_13_NI2005_66_r20_14_NI2006_156_r20_14_chips_neither_come_nor_go_unless(
    tmp_path, text, rule
):
    director = playing(tmp_path, text)
    number = "13" if "17." in rule else "14"
    assert refused("a_reason_is_needed", director.correct, 1, 5, " ") == rule + number
    director.correct(1, director.state.entrants[1].chips + 500, "a chip was under the rail")
    assert director.journal.events[-1]["rule"] == rule + number
    assert director.chips_missing() == (0 if "17." in rule else 500), "told until it is right"


def test_NI2004_492_r17_15_r17_16_the_marker_goes_from_player_to_player(tmp_path):
    """The director's computer lays it at the next player who plays, in every round."""
    from host_tools.directing.table_setup import Setup, orders, wanted

    director = playing(tmp_path, CANBERRA, 6, absent=())
    table, players = next(iter(director.state.tables().items()))
    boxes = [one.seat.box for one in players]
    there = Setup("tournament", director.conditions.values_at(0), dict.fromkeys(boxes, 0))
    assert orders(wanted(director, table, there), there, "canberra") == [("marker", boxes[0])]
    there.marker = -boxes[1]  # the round before has passed it on
    assert orders(wanted(director, table, there), there, "canberra") == [("marker", boxes[1])]
    director.absent(players[1].number)
    given = orders(wanted(director, table, there), there, "canberra")
    assert given == [("away", boxes[1]), ("marker", boxes[2])]
    there.marker, there.absent = boxes[2], {boxes[1]}
    assert orders(wanted(director, table, there), there, "canberra") == []


def test_NI2004_492_r17_17_a_warning_for_advice_is_recorded_with_its_rule():
    felt = Banked("canberra", tournament=1)
    felt.wagers({1: 500, 2: 500, 3: 500})
    felt.give("decide", "warning", 2, "NI2004-492 17.17")
    assert felt.records[-1] == ("decision", "warning", 2, "NI2004-492 17.17")


def test_NI2004_492_r17_1_r17_18_S89_1997_r16_1_no_jackpot_in_a_tournament_and_else_one():
    for game, rule in (("canberra", "NI2004-492 17.18"), ("canberra-1997", "S89-1997 16.2")):
        felt = Banked(game, tournament=1)
        felt.give("ante", 1, 500)
        found = felt.round.why_not(("jackpot", 1))
        assert (found.code, found.rule) == ("no_jackpot_in_tournaments", rule)
        live = Banked(game)
        live.give("ante", 1, 500)
        assert live.round.why_not(("jackpot", 1)) is None


@ALL
def test_NI2004_492_r17_19_NI2005_66_r20_15_NI2006_156_r20_15_a_break_says_how_long_it_is_and_ends(
    tmp_path, text, rule
):
    director = playing(tmp_path, text)
    director.pause(10)
    number = "19" if "17." in rule else "15"
    assert director.journal.events[-1]["rule"] == rule + number
    now = director._now()
    assert view.wall(director, now)["clock"]["break_left_ms"] == 600_000
    assert view.stage(director.state) == "break" and not director.break_is_over()
    clock = director._now
    assert isinstance(clock, Clock)
    clock.ms += 600_000
    assert director.break_is_over()


@ALL
def test_NI2004_492_r17_20_NI2005_66_r20_16_NI2006_156_r20_16_the_pace_is_the_directors(
    tmp_path, text, rule
):
    director = playing(tmp_path, text)
    number = "20" if "17." in rule else "16"
    for _ in range(len(director.conditions.levels) - 1):
        director.next_level()
    assert refused("this_is_the_last_level", director.next_level) == rule + number


def test_NI2005_66_r20_16_NI2006_156_r20_16_hand_for_hand_who_falls_in_one_hand_falls_together(
    tmp_path,
):
    """Six are left and five prizes: from then on tables wait, and a hand is one moment."""
    text = EXAMPLE.replace("approved_by", "hand_for_hand = true\napproved_by", 1)
    text = text.replace("[60, 30, 10]", "[40, 25, 15, 12, 8]").replace(
        "from_entries = 3", "from_entries = 4"
    )
    text = text.replace("from_entries = 4", "from_entries = 5").replace("least = 4", "least = 5")
    director = playing(tmp_path, text, 7)
    (one, first), (two, second) = director.state.tables().items()
    boxes = {p.number: p.seat.box for p in (*first, *second)}

    def lose(table, round, losers):
        held = {p.seat.box: p.chips for p in director.state.tables()[table]}
        put = dict.fromkeys(held, 0)
        fallen = [boxes[p.number] for p in losers]
        winner = next(box for box in held if box not in fallen)
        for box in fallen:
            put[box], held[winner] = held[box], held[winner] + held[box]
            held[box] = 0
        director.round_played(table, round, held, put)

    lose(one, 1, [first[1]])
    assert director.state.hands_from == {one: 1, two: 0} and director.state.ahead() == []
    director.correct(first[2].number, 40_000, "a small stack")
    lose(one, 2, [first[2]])
    assert director.state.ahead() == [one], "the other table has yet to play this hand"
    lose(two, 1, [second[1]])
    assert director.state.ahead() == []
    # Both fell in the first hand that was played together; 100,000 chips are more than 40,000
    assert director.state.fallen[-1] == [[second[1].number], [first[2].number]]
    lose(two, 2, [second[2]])
    assert director.state.fallen[-1] == [[second[2].number]], "the next hand is another moment"


@ALL
def test_NI2004_492_r17_21_r17_22_NI2005_66_r20_17_r20_18_NI2006_156_r20_17_r20_18_shares(
    tmp_path, text, rule
):
    with pytest.raises(BadConditions, match="the whole pool is returned"):
        parse(re.sub(r"shares = \[(\d+), 30", r"shares = [\1, 29", text, count=1))
    director = playing(tmp_path, text)
    for n, one in enumerate(director.state.in_play):
        director.correct(one.number, 60_000 + n, "so that nobody ties")
    director.end_session()
    director.draw_seats(TWO_TABLES)
    for one in director.state.in_play:
        director.seat(one.number)
    director.begin_session()
    director.end_session()
    state = director.state
    assert state.outcome == "finished" and sum(state.awards.values()) == state.takings.pool
    assert director.journal.events[-1]["rule"] == rule + ("22" if "17." in rule else "18")


@ACT
def test_NI2005_66_r20_19_NI2006_156_r20_19_what_was_put_in_decides_and_equal_amounts_share(
    tmp_path, text, document
):
    director = playing(tmp_path, text, 10)
    table, players = next(iter(director.state.tables().items()))
    chips = {one.seat.box: 0 for one in players}
    winner, *fallen = players
    chips[winner.seat.box] = sum(one.chips for one in players)
    put = {one.seat.box: 1000 * (n // 2) for n, one in enumerate(fallen)}
    director.round_played(table, 1, chips, put)
    event = director.journal.events[-1]
    amounts = {one.number: put[one.seat.box] if one.seat else 0 for one in fallen}
    assert event["rule"] == f"{document} 20.19" and len(event["places"]) == len({*put.values()})
    told = {one[0]: one[1] for one in event["contributed"]}
    assert [sum(told[n] for n in group) / len(group) for group in event["places"]] == sorted(
        {*told.values()}, reverse=True
    ), amounts


@ALL
def test_NI2004_492_r17_25_NI2005_66_r20_20_NI2006_156_r20_20_commission_is_a_part_of_the_fee(
    tmp_path, text, rule
):
    number = "25" if "17." in rule else "20"
    with pytest.raises(BadConditions, match=re.escape(rule + number)):
        parse(re.sub(r"commission = \d+", "commission = 77", text))
    takings = begun(tmp_path, text, 8).state.takings
    assert takings.paid_in == takings.pool + takings.commission + takings.returned


@ALL
def test_NI2004_492_r17_26_NI2005_66_r20_21_NI2006_156_r20_21_cancelled_everything_goes_back(
    tmp_path, text, rule
):
    director = playing(tmp_path, text)
    assert director.cancel("fire alarm") == 8 * director.conditions.entry.fee
    assert director.journal.events[-1]["rule"] == rule + ("26" if "17." in rule else "21")


def test_S89_1997_r16_2_r16_3_r16_4_conditions_are_approved_prevail_and_keep_at_most_a_tenth():
    text = CANBERRA.replace('"canberra"', '"canberra-1997"')
    with pytest.raises(BadConditions, match=r"S89-1997 16\.4"):
        parse(text.replace("commission = 2", "commission = 2.01"))
    made = parse(text + '\n[[departures]]\nrule = "16.3"\ntext = "Antes in any order."\n')
    assert made.departures[0].rule == "16.3" and made.rules.cite("approved") == "S89-1997 16.2"


def test_TGC_2006_B16_6_a_freeze_out_ends_by_itself_with_its_last_player(tmp_path):
    """Records of the rules engine alone; nobody tells the director that it is over."""
    from host_tools.ledger.ledger import Ledger
    from host_tools.tournament.follow import follow
    from tests.tournament.simulated import Clock as RoomClock
    from tests.tournament.simulated import SimulatedTable

    clock, place = RoomClock(), tmp_path / "ledger.db"
    director = opened(tmp_path / "t", FREEZE_OUT, "director", clock)
    for n in range(4):
        director.enter(f"Player {n + 1}")
    for number in director.draw_seats({"t1": [1, 2, 3, 4]}):
        director.seat(number)
    director.begin_session()
    given = director.conditions.given_at(0)
    table = SimulatedTable("t1", "stud", place, clock, 3)
    table.seat(given, {one.seat.box: one.chips for one in director.state.in_play})
    for _ in range(400):
        if len(table.players) < 2:
            break
        table.play(given)
    table.send()
    with Ledger(place) as ledger:
        report = follow(director, ledger)
    assert report.news[-1].endswith("the tournament is over"), report
    assert sorted(one.place or 0 for one in director.state.entrants.values()) == [1, 2, 3, 4]
    assert sum(director.state.awards.values()) == 4 * 10_000


# ---- the table: rule → where it is tried. A name without "::" is a round as a file.

_HERE = "tests/tournament/test_every_rule.py::"
_DIRECTOR = "tests/tournament/test_director.py::"


def _of_this_file(section: str) -> dict[str, str]:
    """Every rule that a test of this file has in its name."""
    found: dict[str, str] = {}
    for name in re.findall(r"^def (test_\w+)\(", Path(__file__).read_text(), re.MULTILINE):
        for number in re.findall(rf"_r{section}_(\d+)(?=_)", name):
            found.setdefault(f"{section}.{number}", _HERE + name)
    return found


def table(document: str) -> dict[str, str]:
    if document == "NI2004-492":
        return _of_this_file("17") | {
            "17.9": _DIRECTOR
            + "test_NI2004_492_r17_9_who_is_not_there_has_forfeited_and_the_fee_stays",
            "17.14": "canberra-17.14-everybody-wagers",
            "17.15": "canberra-17.15-an-ante-is-not-changed",
            "17.18": "canberra-17.18-no-jackpot-in-a-tournament",
            "17.23": _DIRECTOR
            + "test_NI2004_492_r17_23_equal_chips_are_played_off_before_the_heat_ends",
            "17.24": "tests/tournament/test_money.py::"
            "test_NI2004_492_r17_24_prizes_are_combined_whatever_was_wagered",
        }
    if document == "S89-1997":
        return _of_this_file("16")
    if document == "TGC-2006":
        return {
            "B16.1": "stud-B16.1-equal-buy-ins",
            "B16.2": "stud-B16.2-no-chips-in-a-freeze-out",
            "B16.3": "stud-B16.2-no-chips-in-a-freeze-out",
            "B16.4": "stud-B16.4-a-player-cannot-continue",
            "B16.5": "stud-B16.5-the-ante-rises",
            "B16.6": _HERE + "test_TGC_2006_B16_6_a_freeze_out_ends_by_itself_with_its_last_player",
            "B16.7": "tests/tournament/test_mended.py::"
            "test_TGC_2006_B16_7_on_another_day_it_goes_on_with_everybody_or_is_concluded",
            "B16.8": "stud-B16.8-full-deck-only",
            "B16.9": "stud-B16.9-who-is-away-antes",
        }
    game = "draw" if document == "NI2005-66" else "omaha"
    return _of_this_file("20") | {"20.1": f"{game}-20-tournament"}


@pytest.mark.parametrize(
    ("document", "section"),
    [
        ("NI2004-492", "17."),
        ("NI2005-66", "20."),
        ("NI2006-156", "20."),
        ("S89-1997", "16."),
        ("TGC-2006", "B16."),
    ],
)
def test_each_rule_of_tournaments_has_a_test_that_names_it(document, section):
    rules = [rule for rule in book(document).entries if rule.startswith(section)]
    where = table(document)
    assert rules and [rule for rule in rules if "(" not in rule and rule not in where] == []
    for rule, place in where.items():
        if "::" not in place:
            text = (ROOT / f"tests/scenarios/rounds/{place}.toml").read_text()
            assert "tournament = true" in text or "freeze" in text, place
            continue
        path, _, name = place.partition("::")
        assert f"def {name}(" in (ROOT / path).read_text(), place
        assert rule.replace(".", "_") in name, f"{name} does not cite {rule}"
    assert rules_for({"NI2004-492": "canberra"}.get(document, "omaha")).document


def test_clocks_of_tests_are_not_the_wall_clock():
    assert Clock()() == Clock()()
