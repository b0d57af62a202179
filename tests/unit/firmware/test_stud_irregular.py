"""What goes wrong in stud, and freeze-out: TGC-2006 B10, B16, B17."""

from cardtable.desk import games
from cardtable.rules.determinations import resolve
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open
from cardtable.rules.stud.freeze_out import ante_of
from tests.unit.firmware.felt import Felt, error_of
from tests.unit.firmware.test_stud import CARDS, stud, to_the_second_round

BURN = 21
SHOE = 23


def down(played, seat):
    """The face-down cards of a seat."""
    return played.down[seat]


def due(felt):
    return felt.round.expects()[0][1]


def test_TGC_2006_B10_2_a_exposed_at_the_cut():
    felt = stud(dealt=False).do("expose_cut")
    assert felt.told("end")[0][2] == "TGC-2006 B10.2.a, B10.1"


def test_TGC_2006_B10_2_b_c_a_cut_gone_wrong_before_betting():
    felt = stud().do("rule_misdeal B10.2.b")
    assert felt.round.outcome == "misdeal" and felt.round.marker == 1
    assert felt.stacks() == {1: 200, 2: 200, 3: 200}
    stud().do("2 bet 5").refused("rule_misdeal B10.2.c", "B10.2.c")
    to_the_second_round().refused("rule_misdeal", "B10.2.c")


def test_TGC_2006_B10_2_d_out_of_turn_and_seen():
    felt = stud(dealt=False).do("card 1 2s, card 3 Kd")
    assert "B10.2.d" in felt.irregular()
    assert felt.do("3 see").round.outcome == "misdeal"
    felt = stud(dealt=False, cards="").do("card 1 2s, card 3 Kd, move Kd 3 2")
    assert felt.round.fault is None and due(felt) == 3
    assert down(felt.do("deal").round, 2) == ["Kd"]


def test_TGC_2006_B16_1_equal_buy_ins():
    for stacks, wrong in (({1: 200, 2: 200}, False), ({1: 200, 2: 150}, True)):
        try:
            Felt("stud", stacks, freeze_wager=5)
            assert not wrong
        except Refused as refusal:
            assert wrong and "B16.1" in refusal.rule


def test_TGC_2006_B16_2_to_4_nobody_comes_or_goes():
    felt = stud(dealt=False, freeze_wager=5)
    felt.refused("1 buy 10", "B16.2").refused("5 join 200", "B16.3").refused("2 leave", "B16.4")
    stud({1: 200, 2: 200, 3: 0}, dealt=False, freeze_wager=5).do("3 leave")


def test_TGC_2006_B16_1_before_it_commences_players_buy_in_for_the_same_amount():
    felt = Felt("stud", {}, None, freeze_wager=5)
    felt.do("1 join 200, 3 join 200").refused("5 join 150", "B16.1").refused("1 buy 10", "B16.2")
    felt.do("3 leave, 4 join 200, 6 join 200, begin")
    felt.refused("5 join 200", "B16.3")
    assert felt.round.players == [1, 4, 6]


def test_TGC_2006_B16_6_who_has_won_everything_may_leave():
    played = games.make("stud", resolve("stud", {"freeze_wager": 500}), Open())
    played.open(9, "", [[2, 60000, 0, 0]], 2, 0, 2)
    assert played.take(("leave", 2)) == [("leave", 2, 60000)]


def test_TGC_2006_B16_4_management_removes_a_player_who_cannot_continue():
    felt = stud(dealt=False, freeze_wager=5)
    before = felt.round.stack[2]
    told = felt.round.take(("rule_remove", 2, None))
    assert told == [
        ("decision", "removed", 2, "TGC-2006 B16.4, B16.2"),
        ("leave", 2, before),
    ]
    felt.round.take(("begin",))
    assert 2 not in felt.round.players and felt.round.eliminated == 0, "the ante stays"
    refusal = felt.round.why_not(("rule_remove", 1, None))
    assert refusal is not None and refusal.code == "round_has_begun"


def test_TGC_2006_B17_11_a_forfeited_seat():
    felt = stud(dealt=False)
    told = felt.round.take(("rule_remove", 2, "B17.11"))
    assert told[0] == ("decision", "removed", 2, "TGC-2006 B17.11") and 2 not in felt.round.seated
    refusal = felt.round.why_not(("rule_remove", 2, None))
    assert refusal is not None and refusal.code == "nobody_sits_there"


def test_TGC_2006_B16_5_the_ante_rises():
    assert [ante_of(500, gone) for gone in range(4)] == [500, 1000, 1500, 2000]
    felt = stud({1: 200, 4: 400}, cards="", freeze_wager=5, freeze_eliminated=2)
    assert [post[3] for post in felt.told("post")] == [1500, 1500]
    assert felt.round.options(felt.round.to_act())[1] == 500, "the minimum wager stays"
    assert "B16.5" in error_of("stud", 3, freeze_wager=5, ante=10)


def test_TGC_2006_B16_5_an_elimination_is_told_with_the_next_ante():
    cards = "Ah Kd 7c As Jc Td Ac 2d Ad 3d 4c 8d"
    felt = stud({1: 200, 2: 10, 3: 200}, cards=cards, freeze_wager=5, freeze_eliminated=0)
    felt.do("1 bet 5, 2 all_in, 3 fold, deal, 1 show, 2 show")
    assert felt.told("eliminated") == [("eliminated", 2, 1000, "TGC-2006 B16.5")]
    assert felt.told("marker")[-1][1] == 3, "the puck passes over an empty bank"


def test_TGC_2006_B16_6_down_to_the_last_player():
    """A whole freeze-out, each round with the ante that the one before has told."""
    stacks = {1: 6000, 2: 6000, 3: 6000, 4: 6000}
    puck = None
    gone = 0
    for number in range(400):
        alive = [(seat, stacks[seat]) for seat in stacks if stacks[seat]]
        if len(alive) == 1:
            break
        given = {"freeze_wager": 500, "freeze_eliminated": gone}
        played = games.start("stud", given, alive, puck, Open())
        told = played.take(("begin",))
        for _, seat, _, cents, _, _ in [record for record in told if record[0] == "post"]:
            assert cents == min(ante_of(500, gone), stacks[seat])
        deck = _shuffled(number)
        while played.outcome is None:
            told = played.take(_wildly(played, deck))
        gone += len([record for record in told if record[0] == "eliminated"])
        for seat in stacks:
            stacks[seat] = played.stack[seat]
        puck = [record for record in told if record[0] == "marker"][-1][1]
        assert sum([stacks[seat] for seat in stacks]) == 24000 and stacks[puck]
    assert len([seat for seat in stacks if stacks[seat]]) == 1 and gone == 3


def _shuffled(seed):
    """A deck in an order of its own, the same on both interpreters."""
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    for n in range(51, 0, -1):
        seed = (seed * 1103515245 + 12345) % 2147483648
        other = (seed >> 8) % (n + 1)
        deck[n], deck[other] = deck[other], deck[n]
    return deck


def _wildly(played, deck):
    """Whoever may bet bets the most, everyone else calls."""
    expected = played.expects()
    if expected[0][0] == "card":
        return ("card", expected[0][1], deck.pop())
    for given in expected:
        if given[0] == "bet":
            return ("bet", given[1], given[2][1])
    return expected[0]


def test_TGC_2006_B16_8_the_full_deck_only():
    assert "B16.8" in error_of("stud", 3, deck=32, freeze_wager=5)


def test_TGC_2006_B17_1_a_out_of_turn_may_call_only():
    felt = stud().do("2 bet 5, 1 bet 10, 3 call")
    assert felt.legal() == ["call", "fold"] and felt.round.to_act() == 1
    felt.refused("1 raise 15", "B17.1").do("1 call")
    assert felt.stacks()[1] == 190
    felt = to_the_second_round().do("3 bet 5, 1 check, 2 check")
    assert felt.legal() == ["check", "fold"], "the check is called"


def test_TGC_2006_B17_1_b_out_of_turn_stands_when_those_before_do_not_play():
    felt = stud().do("2 bet 5, 1 bet 10, 3 fold")
    assert felt.round.bet[1] == 1000 and felt.round.to_act() == 2
    felt = to_the_second_round().do("3 bet 5, 1 fold, 2 fold")
    assert felt.round.outcome == "won"


def test_TGC_2006_B17_3_too_many_cards():
    felt = to_the_second_round().do("1 check, card 3 8s")
    assert felt.round.out[3] and "B17.3" in felt.irregular()


def test_TGC_2006_B17_3_too_few_cards_once_betting_has_begun():
    felt = stud(dealt=False, cards="").do("card 1 2s, card 2 Kd, card 3 7c, card 1 Ah, card 3 Td")
    felt.refused("1 bet 5", "B11.1").do("card 2 3c, 1 bet 5")
    felt.take("discard", 2, "3c")
    assert felt.round.out[2] and "B17.3" in felt.irregular()


def test_TGC_2006_B17_4_an_extra_hand():
    felt = stud(dealt=False, cards="").do("card 1 2s, card 2 Kd, card 4 8h")
    assert "B17.4" in felt.irregular()
    felt.do("move 8h 4 3")
    assert felt.round.fault is None and due(felt) == 1
    felt = stud(dealt=False, cards="").do("card 1 2s, 1 see, card 4 8h")
    assert felt.round.outcome == "misdeal"


def test_TGC_2006_B17_5_a_card_face_up_in_the_pack():
    felt = stud().do("2 bet 5, 3 call, 1 call, expose 23")
    assert due(felt) == BURN and "B17.5" in felt.irregular()
    felt.refused("card 1 9s", "B17.5").do("card 21 Ac, card 21 3h, card 21 4c")
    assert due(felt) == 1
    felt.do("card 1 9s, expose 23")
    assert due(felt) == 2, "not the first of its round: taken in turn"


def test_TGC_2006_B17_6_as_many_burnt_as_active():
    felt = stud().do("2 bet 5, expose 23, 3 fold, 1 call")
    assert "B17.6" in felt.irregular() and due(felt) == BURN
    felt.do("card 21 Ac, card 21 3h")
    assert due(felt) == 1, "two are active"
    felt.do("card 1 9s, card 2 4d, 1 check, 2 check")
    assert due(felt) == 1, "only before the round that followed"


def test_TGC_2006_B17_6_dealt_before_the_betting_was_over():
    felt = stud().do("2 bet 5, 3 call, card 1 Ac, 1 call")
    assert felt.round.burnt == ["Ac"] and len(felt.round.held[1]) == 2
    assert felt.do("card 21 3h, card 21 4c").round.burnt == ["Ac", "3h", "4c"]
    assert due(felt) == 1


def test_TGC_2006_B17_6_no_more_cards_after_the_last():
    felt = to_the_second_round("9s 4d 5s As Ks Qs Ac Kc Qc")
    felt.do("1 check, 2 check, 3 check, deal, 1 check, 2 check, 3 check, deal")
    assert felt.round.street == 4
    felt.refused("expose 23", "B9.2").do("card 1 8s")
    assert felt.round.out[1] and "B17.3" in felt.irregular()


def test_TGC_2006_B17_7_a_closed_card_exposed():
    felt = stud(dealt=False, cards="").do("card 1 2s, card 2 Ad, expose 2, card 3 7c")
    assert "B17.7" in felt.irregular() and felt.round.outcome is None
    felt.do("card 1 9h, card 2 Jc, card 3 Td")
    assert down(felt.round, 2) == ["Jc"] and felt.round.to_act() == 2, "the exposed ace opens"


def test_TGC_2006_B17_7_exposed_again():
    felt = stud(dealt=False, cards="").do("card 1 2s, card 2 Ad, expose 2, card 3 7c, card 1 9h")
    assert felt.do("card 2 Jc, expose 2").round.outcome == "misdeal"
    felt = stud(dealt=False, cards="").do("card 1 2s, card 2 Ad, card 3 7c, expose 3, card 1 9h")
    assert felt.do("card 2 Jc, card 3 8h, expose 3").round.outcome == "misdeal"


def test_TGC_2006_B17_8_a_folded_card_passed_incorrectly():
    felt = stud().do("2 bet 5, 3 fold, expose 3")
    assert "B17.8" in felt.irregular() and felt.told("turn")[0][1:4] == (3, "7c", "7c")
    felt = stud().do("2 bet 5, expose 3")
    assert felt.told("turn") == [] and felt.round.outcome is None


def test_cards_of_one_round_in_the_wrong_order():
    felt = stud(cards=CARDS).do("2 bet 5, 3 call, 1 call, card 2 9s")
    assert "B9.2" in felt.irregular() and due(felt) == 1
    felt.do("card 1 4d, card 3 5s")
    assert felt.round.street == 2


def test_no_board_and_no_burn_of_their_own():
    stud(dealt=False).refused("card 20 As", "B9.2")
    stud().refused("card 20 As", "B9.2")
    stud().do("2 bet 5, 3 call, 1 call").refused("card 21 As", "B17.5")


def test_TGC_2006_B8_1_the_minimum_bank():
    stud(dealt=False, table_stake=100).refused("5 join 99", "B8.1").do("5 join 100")


def test_TGC_2006_B8_3_B8_5_banks_grow_between_hands_only():
    felt = stud(dealt=False).do("3 buy 50")
    assert felt.stacks()[3] == 250
    felt.do("deal").refused("3 buy 50", "B8.2")


def test_TGC_2006_B16_9_everyone_antes_every_hand():
    felt = stud({1: 200, 2: 3, 3: 200}, cards=CARDS, freeze_wager=5)
    assert [post[1:4] for post in felt.told("post")] == [
        (1, "ante", 500),
        (2, "ante", 300),
        (3, "ante", 500),
    ]
