"""Five Card Stud by TGC-2006 part B: one card down, four up, the highest showing hand opens."""

from cardtable.rules.hands.values import high_value
from cardtable.rules.rule_refs import RuleRefs
from cardtable.rules.shares import CENT
from cardtable.rules.stud.final_betting import Final

# What is asked, and the rules: before the deal, cards, betting, showdown, irregularities
_CITES = RuleRefs("""
players B2.4
marker B9.1
refuse_blind B5.4
seat B7.3
stake B8.1
augment B8.2, B8.4, B8.5
top_up B8.5, B8.1
join B8.1
moved B7.3
vacated B9.1
removed B17.11, B2.2
missed B5.4
absent B5.4, B2.2
over B5.4
over_level B5.4
tournament B16.2, B16.3
freeze_equal B16.1
freeze_join B16.3
freeze_chips B16.2
freeze_leave B16.4, B16.2
freeze_ante B16.5
freeze_away B16.9
deck B3.4, B3.1
twice B3.4, B3.1
deal B9.2
burn B17.5, B17.6
board B9.2
cards_end B9.2, B11.3.a
follow B5
bet_first B9.2, B11.1.a
bet_then B9.2, B11.2.a, B11.3.a
turn_first B11.1.b, B11.3.g
turn B11.3.g, B11.2.b
open_then B11.2.a, B12.1
open_ante B11.1.b
open_a B11.1.b
open_c B11.1.b
call_fold B11.1.b
check_first B12.1, B11.1.b, B12.2
check B12.2
final_check B12.3
least B11.1.b, B5.4
least_raise B11.1.b.ii
least_call B11.1.b.i
most B5.4, B11.2.a
cap B11.1.b
closed B13
tap B13, B8.2
uncalled B13
clock B2.2
show B11.3.a, B17.8
alone B11.1.c.i
commission B11.3.b, B15
hopeless B17.2
cut B10.2.a
exposed B17.7
exposed_late B17.8
out_of_turn B10.2.d, B17.4
excess B17.4
late B10.2.b, B10.2.c, B17.4
misdeal B10.2
again B10.1
face_up B17.5
first_card B17.6
early B17.1
early_over B17.1
short B11.1.b
count B17.3
exchange B2.3
discard B17.3, B17.9
fold_line B11.3.g
decision B2.2
void B2.2
""")


class Stud(Final):
    game = "stud"
    document = "TGC-2006"
    law = "stud"
    puck = True
    cites = _CITES
    hole = 5  # B11.3.a
    initial = 2  # B9.2
    streets = (0, 0, 0, 0)  # B9.2: after two, three, four and five cards; none are communal

    def high(self, hole, board, order):
        return high_value(hole, order)

    def _unit(self):
        return CENT  # B11.3.c knows no odd chip

    # ---- freeze-out: B16

    def open(self, number, fingerprint, seats, marker, lap=0, gone=0):
        if not self.values["freeze_wager"]:
            return super().open(number, fingerprint, seats, marker)
        from cardtable.rules.stud import freeze_out

        gone = max(gone, self.values["freeze_eliminated"])
        if marker is None and not gone:
            freeze_out.equal_buy_ins(self, seats)
        made = super().open(number, fingerprint, seats, marker)
        freeze_out.tell_ante(self, gone)
        return made

    def _finish(self, key):
        if self.values["freeze_wager"]:
            from cardtable.rules.stud import freeze_out

            freeze_out.eliminate(self)
        super()._finish(key)

    def _apply_freeze_out(self, gone, ante, rule):
        self.eliminated = gone
        self.values = dict(self.values)  # the table's own stay as they were determined
        self.values["ante"] = ante

    def _apply_eliminated(self, seat, ante, rule):
        self.eliminated += 1
