"""Between rounds: who is away, who has missed a blind, who is a declared player, decisions."""

from cardtable.desk import games
from cardtable.rules.poker import next_round
from cardtable.rules.seals import Open
from tests.unit.firmware.felt import Felt

FOUR = {1: 200, 2: 200, 3: 200, 4: 200}
NEW, MOVED, MISSED, AWAY, AWAY_MISSED = 1, 2, 3, 4, 5
MISDEAL = ("rule_misdeal", None)


def rule_of(played, given):
    """The rule by which an input is refused."""
    refusal = played.why_not(given)
    assert refusal is not None, given
    return refusal.rule


def started(game, seats, marker, lap=0, **given):
    return games.start(game, given, seats, marker, Open(), lap=lap)


def entry(seat, waits=0, declared=0, cents=20000):
    return (seat, cents, waits, declared)


# ---- away, and back


def test_NI2006_156_r17_4_who_is_away_is_dealt_out():
    felt = Felt("omaha", FOUR, 4).do("3 away, begin")
    assert felt.round.players == [1, 2, 4]
    assert felt.round.waits[3] == AWAY, "no blind has passed yet"


def test_NI2006_156_r17_4_a_blind_passes_who_is_away():
    felt = Felt("omaha", FOUR, 4).do("2 away, begin")
    assert felt.round.players == [1, 3, 4] and felt.round.waits[2] == AWAY_MISSED
    assert felt.told("away")[-1] == ("away", 2, AWAY_MISSED, "NI2006-156 17.4")


def test_NI2006_156_r17_4_back_after_a_missed_blind_waits_or_posts():
    seats = [entry(1), entry(2, AWAY_MISSED), entry(3), entry(4)]
    played = started("omaha", seats, 3)  # the blinds are seats 4 and 1
    played.take(("back", 2))
    assert played.waits[2] == MISSED
    assert played.why_not(("post", 2, 50)) is not None, "not an amount of these blinds"
    played.take(("post", 2, 300))
    played.take(("begin",))
    assert 2 in played.players and played.dead[2] == 100 and played.bet[2] == 200


def test_NI2006_156_r17_4_the_big_blind_brings_a_player_back():
    seats = [entry(1), entry(2, MISSED), entry(3), entry(4)]
    far = started("omaha", seats, 3)
    far.take(("begin",))
    assert far.players == [4, 1, 3] and far.waits[2] == MISSED
    due = started("omaha", seats, 4)  # seats 1 and 2 post
    due.take(("begin",))
    assert due.players == [1, 2, 3, 4] and due.bet[2] == 200


def test_NI2005_66_r17_4_not_on_the_button():
    seats = [entry(1), entry(2, MISSED), entry(3), entry(4)]
    played = started("draw", seats, 2)
    assert rule_of(played, ("post", 2, 300)) == "NI2005-66 17.4"


def test_TGC_2006_C19_10_missed_blinds_in_hold_em():
    seats = [entry(1), entry(2), entry(3), entry(4, MISSED)]
    played = started("holdem", seats, 1)
    played.take(("begin",))
    assert played.players == [1, 2, 3]
    played = started("holdem", seats, 3)  # seat 4 is due the big blind
    played.take(("begin",))
    assert 4 in played.players and played.bet[4] == 200


def test_NI2006_156_r17_4_away_without_a_missed_blind_owes_nothing():
    played = started("omaha", [entry(1), entry(2), entry(3, AWAY), entry(4)], 4)
    played.take(("back", 3))
    played.take(("begin",))
    assert played.players == [1, 2, 3, 4]


def test_NI2006_156_r17_4_away_is_said_between_rounds_and_once():
    felt = Felt("omaha", FOUR, 4).do("3 away")
    felt.refused("3 away", "17.4").refused("3 post 3", "17.4").refused("1 back", "17.4")
    felt.do("begin")
    felt.refused("1 away", "17.4").refused("3 back", "17.4")


def test_NI2006_156_r17_11a_a_new_player_waits_on_until_the_big_blind_comes():
    seats = [entry(1), entry(2), entry(3), entry(5, NEW)]
    played = started("omaha", seats, 1)  # seats 2 and 3 post
    played.take(("begin",))
    assert played.players == [2, 3, 1] and played.waits[5] == NEW
    played = started("omaha", seats, 2)  # seats 3 and 5 post
    played.take(("begin",))
    assert played.posted == [3, 5] and played.players == [3, 5, 1, 2]


# ---- new players while the button has not been round


def test_NI2006_156_r17_12_no_blind_before_the_button_has_passed_the_seat():
    seats = [entry(1), entry(3), entry(5), entry(8)]
    for seat in (2, 4, 6, 7, 9, 10):
        played = started("omaha", seats, 3, lap=8)  # from seat 8 past 9, 10, 1 and 2 to 3
        played.take(("join", seat, 20000))
        assert played.waits[seat] == (NEW if seat in (9, 10, 2) else 0), seat


def test_NI2006_156_r17_12_after_a_revolution_everybody_waits_or_posts():
    played = started("omaha", [entry(1), entry(3), entry(5), entry(8)], 3)
    played.take(("join", 6, 20000))
    assert played.waits[6] == NEW


def test_TGC_2006_C19_7_hold_em_knows_no_such_exception():
    played = started("holdem", [entry(1), entry(3), entry(5), entry(8)], 3, lap=1)
    played.take(("join", 6, 20000))
    assert played.waits[6] == NEW


def again(played, records):
    """The round as a restart rebuilds it."""
    made = games.make(played.game, played.values, Open())
    for record in records:
        made.apply(record)
    return made


def ended(played, *inputs):
    """Everybody folds to one player, or the round ends as the last input says."""
    for given in inputs:
        played.take(given)
    cards = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    while played.outcome is None:
        due = played.expects()
        if ("begin",) in due:
            played.take(("begin",))
        elif due[0][0] == "card":
            played.take(("card", due[0][1], cards.pop()))
        elif ("fold", played.to_act()) in due:
            played.take(("fold", played.to_act()))
        else:
            played.take(("bet", played.to_act(), played.options(played.to_act())[1]))
    return played


def test_NI2006_156_r17_12_a_restart_does_not_forget_where_the_button_began():
    played = started("omaha", [entry(1), entry(3), entry(5), entry(8)], 3, lap=8)
    assert ("lap", 8, "NI2006-156 17.12") in played.opening
    rebuilt = again(played, played.opening)
    rebuilt.take(("join", 6, 20000))
    assert rebuilt.lap == 8 and rebuilt.waits[6] == 0


def test_NI2006_156_r17_12_what_a_round_carries_over_round_the_table():
    seats, marker, lap, gone = [[seat, 20000, 0, 0] for seat in (1, 4, 7)], None, 0, 0
    told = []
    for _ in range(4):
        played = games.start("omaha", {}, seats, marker, Open(), 1, lap, gone)
        seats, marker, lap, gone = next_round.carried(ended(played))
        told.append((marker, lap))
    assert told == [(1, 7), (4, 7), (7, 0), (1, 0)], "it began at seat 7, and comes there again"
    assert sum([cents for _, cents, _, _ in seats]) == 60000


def test_NI2006_156_r17_3_a_misdeal_in_the_first_round_leaves_the_button_where_it_begins():
    first = ended(started("omaha", [entry(1), entry(4), entry(7)], None), ("begin",), MISDEAL)
    seats, marker, lap, _ = next_round.carried(first)
    assert (marker, lap) == (7, 7)
    played = started("omaha", seats, marker, lap)
    played.take(("join", 5, 20000))
    assert played.waits[5] == 0, "the button has not moved yet"
    assert next_round.carried(ended(played))[1:3] == (1, 7)


def test_NI2005_66_r19_6_rounds_without_a_wager_are_counted():
    first = ended(started("draw", [entry(1), entry(4, AWAY), entry(7)], 1))
    counts = next_round.idle(first, {1: 2, 4: 2, 9: 5})
    assert counts == {1: 0, 4: 3, 7: 0}
    void = ended(started("draw", [entry(1), entry(4, AWAY), entry(7)], 1), ("begin",), MISDEAL)
    assert next_round.idle(void, {1: 2, 4: 2}) == {1: 2, 4: 2, 7: 0}, "it never was a round"


# ---- the table stake


def test_NI2005_66_r14_3_a_declared_player_buys_nothing():
    felt = Felt("draw", {1: 50, 2: 200, 3: 200}, 3, table_stake=100)
    felt.refused("1 buy 20", "14.3")
    felt.do("1 declare")
    assert felt.told("declared") == [("declared", 1, "NI2005-66 14.3")]
    felt.refused("1 buy 100", "14.3")
    felt.do("deal")
    assert 1 in felt.round.players, "plays on with what there is"


def test_NI2006_156_r14_3_who_has_the_table_stake_is_not_declared():
    felt = Felt("omaha", {1: 100, 2: 200, 3: 200}, 3, table_stake=100)
    felt.refused("1 declare", "14.3")
    felt = Felt("holdem", {1: 50, 2: 200, 3: 200}, 3, table_stake=100)
    felt.refused("1 declare", "C5.5")


def test_NI2006_156_r14_3_the_declaration_is_kept_for_the_next_round():
    played = started("omaha", [entry(1, 0, 1, 5000), entry(2), entry(3)], 3, table_stake=10000)
    assert rule_of(played, ("buy", 1, 10000)) == "NI2006-156 4.5, 14.3"
    played.take(("change_seat", 1, 7))
    assert played.declared == [7]
    played.take(("leave", 7))
    assert played.declared == []


def test_NI2006_156_r4_6_the_table_stake_is_not_reduced():
    felt = Felt("omaha", FOUR, 4)
    assert felt.round.why_not(("buy", 1, -100)) is not None
    assert felt.round.why_not(("buy", 1, 0)) is not None


# ---- decisions that move nothing


def test_NI2005_66_r19_2_decisions_are_recorded_with_their_rule():
    felt = Felt("draw", {1: 200, 2: 200, 3: 200}, 3).do("deal")
    before = felt.stacks()
    made = felt.take("decide", "warned", 2, "16.4")
    assert made == [("decision", "warned", 2, "NI2005-66 16.4")]
    made = felt.take("decide", "disputed", None, "NI2005-66 19.4")
    assert made == [("decision", "disputed", None, "NI2005-66 19.4")]
    assert felt.stacks() == before and felt.round.outcome is None
