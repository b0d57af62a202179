"""What the dealer's keys mean where players play against each other."""

from cardtable.engine.round_port import RoundPort
from cardtable.rules.places import DEALER, SHOE
from cardtable.ui.panel_poker import PokerPanel, input_of
from sim.harness.clock import VirtualClock
from tests.unit.firmware.felt import Felt

FOUR = {1: 200, 2: 200, 3: 200, 4: 200}


def test_before_the_deal_keys_seat_and_begin():
    played = Felt("omaha", FOUR, 4).round
    assert input_of(played, "collect", None) == ("begin",)
    assert input_of(played, "collect", 3) == ("leave", 3)
    assert input_of(played, "fold", 3) == ("away", 3)
    assert input_of(played, "ante", 3) == ("back", 3)
    assert input_of(played, "bet", 3) == ("post", 3, 200)
    assert input_of(played, "bet", None) is None


def test_without_a_seat_key_the_seat_in_turn_acts():
    felt = Felt("omaha", FOUR, 4).do("deal")
    seat = felt.round.to_act()
    assert input_of(felt.round, "ante", None) == ("call", seat)
    assert input_of(felt.round, "bet", None) == ("raise", seat, 400)
    assert input_of(felt.round, "fold", None) == ("fold", seat)
    assert input_of(felt.round, "ante", 1) == ("call", 1)


def test_nobody_is_all_in_without_a_seat_key():
    felt = Felt("omaha", FOUR, 4).do("deal")
    seat = felt.round.to_act()
    assert input_of(felt.round, "declare", None) is None
    assert input_of(felt.round, "declare", seat) == ("all_in", seat)


def test_the_same_key_checks_where_nothing_is_to_call():
    felt = Felt("omaha", FOUR, 4).do("deal, 3 call, 4 call, 1 call")
    assert input_of(felt.round, "ante", None) == ("check", 2)


def test_a_whole_round_in_cards_by_keys_alone():
    felt = Felt("holdem", FOUR, 1, follow="cards")
    felt.take(*input_of(felt.round, "collect", None))
    felt.do("deal")
    felt.take(*input_of(felt.round, "fold", 2))
    felt.do("deal")
    for seat in (1, 3, 4):
        felt.take(*input_of(felt.round, "show", seat))
    assert felt.round.outcome == "won"


def test_who_was_called_shows_first():
    felt = Felt("holdem", FOUR, 1).do("deal, 3 raise 10, 4 fold, 1 fold, 2 call, deal")
    for _ in range(3):
        felt.do("2 check, 3 check, deal")
        if felt.round.street == 4:
            break
    felt.do("2 bet 10, 3 call")
    assert felt.round.called == 2
    assert input_of(felt.round, "show", None) == ("show", 2, None)
    assert input_of(felt.round, "fold", 3) == ("muck", 3)


def test_in_a_draw_a_key_stands_pat():
    felt = Felt("draw", FOUR, 4, blinds=[], ante=1).do("deal, 1 bet 1, 2 call, 3 call, 4 call")
    assert input_of(felt.round, "declare", None) == ("stand", 1)
    assert input_of(felt.round, "declare", 1) == ("stand", 1)


def test_the_supervisors_key_by_what_is_chosen():
    felt = Felt("omaha", FOUR, 4).do("deal")
    assert input_of(felt.round, "void", None) == ("rule_void", None)
    assert input_of(felt.round, "void", 2) == ("rule_fold", 2)
    assert input_of(felt.round, "void", DEALER) == ("rule_misdeal", None)
    assert input_of(felt.round, "expose", DEALER) == ("expose", SHOE)
    assert input_of(felt.round, "expose", 2) == ("expose", 2)


class Table:
    """A keypad that is told its keys, a croupier that notes, and the judge between them."""

    def __init__(self, *keys):
        self.keys = list(keys)
        self.given = []
        self.refused = []
        self.round = Felt("omaha", FOUR, 4).do("deal").round
        self.round_port = RoundPort(self, None, None, VirtualClock())
        self.panel = PokerPanel(self, self.round_port.later)

    def look(self):
        return self.keys.pop(0) if self.keys else None

    def giving(self, given):
        self.given.append(given)
        return ()

    def refuse(self, given, code, rule):
        self.refused.append((given, code))

    def judged(self):
        while self.round_port.waiting:
            for _ in self.round_port.judging():
                pass


def test_keys_wait_behind_cards_on_their_way_and_mean_what_they_mean_then():
    table = Table("3", "fold", "clear", "ante")
    for _ in range(4):
        table.panel.look()
    assert table.given == []
    table.judged()
    assert table.given == [("fold", 3), ("call", table.round.to_act())]


def test_a_key_that_waited_for_cards_is_not_taken_for_the_next_round():
    table = Table("fold", "void", "void")
    table.panel.look()
    table.panel.look()
    table.round = Felt("omaha", FOUR, 4).round  # a card on its way has ended the round
    table.panel.look()
    table.judged()
    assert table.given == [("rule_void", None)]  # the key of this moment
    assert [code for _, code in table.refused] == ["round_is_over"] * 2
