# pyright: reportOptionalMemberAccess=false
"""The director: every rule of 17 and 20 that is hers, tried and broken."""

import random
from pathlib import Path

import pytest

from cardtable.rules.round import Refused
from host_tools.common.problems import Problem
from host_tools.tournament import ballot
from host_tools.tournament.conditions import BadConditions, parse
from host_tools.tournament.director import Director, opened, reopened
from host_tools.tournament.journal import Journal

EXAMPLE = Path("docs/tournament.toml").read_text()
CANBERRA = """
name = "Heats"
game = "canberra"
starts = 2026-11-26T19:00:00
approved_by = "operator"
[entry]
fee = 20
commission = 2
chips = 500
most = 40
[[sessions]]
name = "Heat"
rounds = 5
advance = 3
[[sessions]]
name = "Final"
rounds = 5
[[levels]]
rounds = 100
limits = { ante_min = 5, ante_max = 100 }
[[prizes]]
from_entries = 2
shares = [70, 30]
"""
FREEZE_OUT = """
name = "Freeze-out"
game = "stud"
freeze_out = true
starts = 2026-11-26T19:00:00
approved_by = "all players"
[entry]
fee = 100
chips = 100
[[sessions]]
name = "Game"
players_left = 1
[[levels]]
rounds = 1000
limits = { freeze_wager = 5 }
[[prizes]]
from_entries = 2
shares = [100]
"""
TWO_TABLES = {"T1": range(1, 10), "T2": range(1, 10)}


class Clock:
    def __init__(self):
        self.ms = 1_800_000_000_000  # after every published start

    def __call__(self):
        return self.ms


def begun(folder, text=EXAMPLE, players=12, reserves=0):
    made = opened(folder, text, "director", Clock())
    for n in range(players):
        made.enter(f"Player {n + 1}")
    for n in range(reserves):
        made.enter(f"Reserve {n + 1}", reserve=True)
    return made


def refused(code, function, *given, **named):
    with pytest.raises(Refused) as caught:
        function(*given, **named)
    assert caught.value.code == code, caught.value
    return caught.value.rule


def at(one):
    """The box of a player who has a seat."""
    assert one.seat is not None
    return one.seat.box


def seated(director, absent=()):
    director.draw_seats(TWO_TABLES)
    for one in director.state.in_play:
        if one.number not in absent:
            director.seat(one.number)
    return director


def test_the_example_is_taken():
    made = parse(EXAMPLE)
    assert made.entry.fee == 5500 and made.values_at(1)["blinds"] == [1000, 2000]
    assert made.shares_for(12) == [6000, 3000, 1000] and len(made.shares_for(25)) == 5


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("commission = 5 ", "commission = 60 "), "entry.commission is more than the fee"),
        (("shares = [60, 30, 10]", "shares = [60, 30]"), "come to 90 per cent"),
        (("from_entries = 3", "from_entries = 2"), "3 prizes for 2 entries"),
        (("blinds = [5, 10]", "blinds = [5, 10], jokers = 1"), "levels[0].limits"),
        (("minutes = 20\nlimits = { blinds = [5", "limits = { blinds = [5"), "lasts for minutes"),
        (("least = 4", "leest = 4"), "entry.leest: is not known here"),
        (('name = "Thursday Omaha"\n', ""), "name: is missing"),
        (("fee = 55", "fee = 55.555"), "more than two decimals"),
    ],
)
def test_what_is_wrong_with_conditions_is_named(change, said):
    assert change[0] in EXAMPLE
    with pytest.raises(BadConditions) as caught:
        parse(EXAMPLE.replace(*change))
    assert said in str(caught.value)


def test_S89_1997_r16_4_at_most_ten_per_cent_is_retained():
    text = CANBERRA.replace('"canberra"', '"canberra-1997"')
    parse(text)
    with pytest.raises(BadConditions, match=r"S89-1997 16\.4"):
        parse(text.replace("commission = 2", "commission = 2.01"))


def test_NI2006_156_r20_6_one_entry_each(tmp_path):
    director = begun(tmp_path)
    assert refused("one_entry_only", director.enter, "  player   3 ") == "NI2006-156 20.6"


def test_NI2006_156_r20_5_r20_7_seats_are_kept_for_a_session(tmp_path):
    director = seated(begun(tmp_path))
    director.begin_session()
    boxes = {"T1": list(range(1, 10)), "T2": list(range(1, 10))}
    assert refused("a_session_is_played", director.draw_seats, TWO_TABLES) == "NI2006-156 20.7"
    rule = refused("seats_are_kept_for_the_session", director.balance, boxes)
    assert rule == "NI2006-156 20.7"
    departing = EXAMPLE + '\n[[departures]]\nrule = "20.7"\ntext = "Tables are balanced."\n'
    director = seated(begun(tmp_path / "departing", departing))
    director.begin_session()
    assert director.balance(boxes) == []


def test_NI2004_492_r17_9_who_is_not_there_has_forfeited_and_the_fee_stays(tmp_path):
    director = seated(begun(tmp_path, CANBERRA, 6), absent=(2, 5))
    assert director.begin_session() == [2, 5]
    assert director.state.takings.pool == 6 * 1800
    assert len(director.state.in_play) == 4


def test_NI2006_156_r20_9_forfeiting_is_the_directors_decision(tmp_path):
    director = seated(begun(tmp_path), absent=(2, 5))
    assert refused("the_seat_is_taken", director.begin_session, [3]) == "NI2006-156 20.9"
    assert director.begin_session([5]) == [5]
    assert director.state.entrants[2].standing == "playing"
    assert director.state.takings.pool == 12 * 5000


@pytest.mark.parametrize(
    ("text", "pool", "returned"), [(EXAMPLE, 12 * 5000, 5500), (CANBERRA, 13 * 1800, 0)]
)
def test_NI2004_492_r17_10_NI2006_156_r20_10_NI2005_66_r20_10_the_fee_of_who_was_replaced(
    tmp_path, text, pool, returned
):
    director = seated(begun(tmp_path, text, 12, reserves=1), absent=(4,))
    director.replace(4, 13)
    director.begin_session()
    takings = director.state.takings
    assert (takings.pool, takings.returned) == (pool, returned)
    assert takings.paid_in == takings.pool + takings.returned + takings.commission


def test_NI2006_156_r20_10_only_before_the_first_session_and_only_an_empty_seat(tmp_path):
    director = seated(begun(tmp_path, reserves=1), absent=(4,))
    assert refused("the_seat_is_taken", director.replace, 5, 13) == "NI2006-156 20.10"
    director.begin_session()
    assert refused("the_first_session_has_begun", director.replace, 4, 13) == "NI2006-156 20.10"


def test_NI2006_156_r20_14_chips_neither_come_nor_go(tmp_path):
    director = seated(begun(tmp_path))
    director.begin_session()
    chips = {at(one): one.chips for one in director.state.tables()["T1"]}
    more = {**chips, 1: chips[1] + 100}
    rule = refused("chips_do_not_add_up", director.round_played, "T1", 1, more, {})
    assert rule == "NI2006-156 20.14"
    first = director.state.tables()["T1"][0]
    director.correct(first.number, first.chips + 100, "a chip was under the rail")
    director.round_played("T1", 1, more, {})


def test_NI2006_156_r20_7_a_ballot_is_not_drawn_until_somebody_likes_it(tmp_path):
    director = begun(tmp_path)
    director.draw_seats(TWO_TABLES)
    assert refused("a_ballot_was_drawn", director.draw_seats, TWO_TABLES) == "NI2006-156 20.7"


def test_a_round_is_counted_once_however_it_is_told(tmp_path):
    director = seated(begun(tmp_path))
    director.begin_session()
    chips = {one.seat.box: one.chips for one in director.state.tables()["T1"]}
    director.round_played("T1", 7, chips, {}, epoch=2)
    refused("the_round_was_counted", director.round_played, "T1", 7, chips, {}, epoch=2)
    refused("the_round_was_counted", director.round_played, "T1", 7, chips, {})
    director.round_played("T1", 7, chips, {}, epoch=3)  # of a restored board: another round


def test_two_programs_do_not_write_over_each_other(tmp_path):
    first = begun(tmp_path)
    second = reopened(tmp_path, "the other", Clock())
    first.enter("Somebody")
    with pytest.raises(Problem, match="somebody else has written"):
        second.enter("Somebody else")
    assert reopened(tmp_path, "again", Clock()).state == first.state


def test_NI2004_492_r17_14_who_has_not_the_minimum_is_out(tmp_path):
    director = seated(begun(tmp_path, CANBERRA, 4))
    director.begin_session()
    players = director.state.tables()["T1"]
    chips = {at(one): 50000 for one in players}
    chips[at(players[0])] = 499
    assert director.round_played("T1", 1, chips, {}) == [players[0].number]


def test_NI2004_492_r17_23_equal_chips_are_played_off_before_the_heat_ends(tmp_path):
    director = seated(begun(tmp_path, CANBERRA, 4))
    director.begin_session()
    assert director.end_session() == [[1, 2, 3, 4]], "three go on, four hold the same"
    rule = refused("extra_rounds_are_due", director.end_session)
    assert rule == "NI2004-492 17.23"
    tables = director.state.tables()
    for n, name in enumerate(tables):
        chips = {at(one): one.chips + 1000 * n + at(one) for one in tables[name]}
        assert director.state.extra_due() == list(tables)[n:]
        director.round_played(name, 1, chips, dict.fromkeys(chips, 500))
    assert director.end_session() == []
    assert len(director.state.in_play) == 3


def test_NI2006_156_r20_12_a_substitute_plays_on_with_seat_and_chips(tmp_path):
    director = seated(begun(tmp_path))
    director.begin_session()
    before = director.state.entrants[3]
    seat, chips = before.seat, before.chips
    director.substitute(3, "Somebody Else")
    after = director.state.entrants[3]
    assert (after.name, after.seat, after.chips) == ("Somebody Else", seat, chips)
    assert refused("no_such_entrant", director.substitute, 99, "X") == "NI2006-156 20.6"


def test_NI2006_156_r20_8_no_more_players_at_a_table_than_the_conditions_say(tmp_path):
    few = EXAMPLE.replace('name = "Heat"', 'name = "Heat"\nplayers_a_table = 5')
    director = begun(tmp_path, few)
    assert refused("too_few_seats", director.draw_seats, TWO_TABLES) == "NI2006-156 20.8"
    drawn = director.draw_seats({**TWO_TABLES, "T3": range(1, 10)})
    assert max(seat.box for seat in drawn.values()) <= 5


def test_NI2006_156_r20_15_r20_16_a_break_takes_nothing_from_a_level(tmp_path):
    director = seated(begun(tmp_path))
    assert refused("no_session_is_played", director.pause) == "NI2006-156 20.3"
    director.begin_session()
    clock, levels = director._now, director.state.clock
    assert isinstance(clock, Clock)
    clock.ms += 19 * 60_000
    director.pause(10)
    clock.ms += 10 * 60_000
    director.resume()
    assert levels.left_ms(clock.ms) == 60_000 and not levels.is_over(clock.ms, ["T1"])
    clock.ms += 60_000
    assert levels.is_over(clock.ms, ["T1"])
    assert [director.next_level(), director.next_level()] == [1, 2]
    assert refused("this_is_the_last_level", director.next_level) == "NI2006-156 20.16"


def test_NI2004_492_r17_26_NI2005_66_r20_21_NI2006_156_r20_21_all_goes_back(tmp_path):
    banked = begun(tmp_path / "banked", CANBERRA, 5)
    assert banked.cancel("fire alarm") == 5 * 2000, "commission and all"
    director = begun(tmp_path)
    assert director.cancel("fire alarm") == 12 * 5500
    assert refused("the_tournament_is_over", director.enter, "Late") == "NI2006-156 20.17"


# ---- whole tournaments, by chance


def play_out(director, dice, before_each=lambda director: director):
    """Chips move by chance until it is over; returns the director that finished it."""
    for session in range(len(director.conditions.sessions)):
        director.draw_seats(TWO_TABLES)
        for one in director.state.in_play:
            director.seat(one.number)
        director.begin_session()
        for round in range(1, 4000):  # a table counts on from session to session
            director = before_each(director)
            tables = director.state.tables()
            table = dice.choice(sorted(tables))
            players = tables[table]
            if len(players) > 1:
                chips = {at(one): one.chips for one in players}
                put = {box: dice.randint(0, left) for box, left in chips.items()}
                winner = dice.choice(sorted(chips))
                for box, cents in put.items():
                    chips[box] -= cents
                    chips[winner] += cents
                director.round_played(table, 4000 * session + round, chips, put)
            elif len(tables) > 1 and not director.state.playing:
                director.balance({name: list(boxes) for name, boxes in TWO_TABLES.items()})
            if round > 60 or max(map(len, director.state.tables().values())) < 2:
                break
        director.end_session()
        if director.state.outcome:
            break
    return director


@pytest.mark.parametrize("seed", range(12))
def test_NI2006_156_r20_17_r20_18_the_pool_is_returned_and_everybody_placed(tmp_path, seed):
    dice = random.Random(seed)
    director = play_out(begun(tmp_path, players=dice.randint(4, 18)), dice)
    state = director.state
    assert state.outcome == "finished"
    assert sum(state.awards.values()) == state.takings.pool
    placed = sorted(one.place for one in state.entrants.values())
    assert placed[0] == 1 and None not in placed
    # A second model: whoever fell later stands higher; the chips of the others decide
    chips = sum(one.chips for one in state.entrants.values())
    assert chips == len(state.entrants) * 100000
    # The journal alone gives the same again
    again = reopened(tmp_path, "somebody else", Clock())
    assert again.state == state


def test_each_ballot_of_a_tournament_can_be_checked_from_the_journal(tmp_path):
    play_out(begun(tmp_path), random.Random(3))
    published, names = b"", {}
    for event in Journal(tmp_path / "journal.jsonl").events:
        if event["kind"] == "opened":
            published = bytes.fromhex(event["published"])
        elif event["kind"] == "entered":
            names[event["number"]] = event["name"]
        elif event["kind"] == "ballot":
            disclosed = bytes.fromhex(event["disclosed"])
            assert ballot.follows(disclosed, published)
            published = disclosed
            players = [(number, names[number]) for number, _, _ in event["seats"]]
            drawn = ballot.drawn(disclosed, players, event["tables"])
            assert [[n, s.table, s.box] for n, s in sorted(drawn.items())] == event["seats"]


def test_a_director_who_restarts_before_every_round_comes_to_the_same(tmp_path):
    secret = b"k" * 32
    outcomes = []
    for name, restarts in (("straight", False), ("restarting", True)):
        file = tmp_path / f"{name}.jsonl"

        def again(director, file=file, restarts=restarts):
            return Director(EXAMPLE, Journal(file), secret, "x", Clock()) if restarts else director

        director = Director(EXAMPLE, Journal(file), secret, "x", Clock())
        for n in range(9):
            director.enter(f"Player {n}")
        outcomes.append(play_out(director, random.Random(7), again).state)
    assert outcomes[0] == outcomes[1] and outcomes[0].outcome == "finished"


def test_a_journal_cut_at_any_byte_loses_at_most_its_last_line(tmp_path):
    play_out(begun(tmp_path, players=5), random.Random(1))
    whole = (tmp_path / "journal.jsonl").read_bytes()
    lines = whole.splitlines(keepends=True)
    for cut in range(0, len(whole), 97):
        file = tmp_path / "cut.jsonl"
        file.write_bytes(whole[:cut])
        kept = Journal(file)
        ends = [sum(map(len, lines[:n])) for n in range(len(lines) + 1)]
        assert len(kept.events) == sum(end <= cut for end in ends) - 1
        kept.append({"kind": "entered"})  # what was cut is overwritten, not continued
        assert len(Journal(file).events) == len(kept.events)


def test_any_altered_byte_of_a_journal_is_named(tmp_path):
    play_out(begun(tmp_path, players=4), random.Random(2))
    whole = bytearray((tmp_path / "journal.jsonl").read_bytes())
    last = whole.rindex(b"\n", 0, len(whole) - 1)
    for at in range(0, last, 61):
        damaged = bytearray(whole)
        damaged[at] ^= 1
        file = tmp_path / "damaged.jsonl"
        file.write_bytes(damaged)
        with pytest.raises(Problem, match="altered or missing"):
            Journal(file)
