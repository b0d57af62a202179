"""Draw Poker by NI2005-66: five hole cards, some of them replaced, two betting rounds."""

from cardtable.rules.draw.replacement import Replacing
from cardtable.rules.hands.values import high_value
from cardtable.rules.rule_refs import RuleRefs

# What is asked, and the rules: before the deal, cards, betting, showdown, irregularities
_CITES = RuleRefs("""
players 12.4
marker 8.3
refuse_blind 8.4
seat 8.2
stake 4.3, 4.2(a)
augment 4.4, 14.3
top_up 14.3
join 17.11
lap 17.12
moved 17.13
vacated 8.5(a)
removed 19.2(b)
missed 17.4
absent 20.11
over 4.2(e)
over_level 4.2(f)
tournament 20.14, 20.7
deck 2.2, 2.3
twice 2.1, 2.2, 9.7, 17.10
deal 9.2, 9.1
burn 9.6(b)
board 9.1
cards_end 9.8
draw 9.4, 9.3
order 9.4
replace 9.5
fifth 9.6
more 9.7
follow 4.2
bet_first 9.3
bet_then 9.8, 12.1
turn_first 10.2
turn 12.3
open_then 12.2
open_ante 10.1(d), 6.1
open_a 10.1(a)
open_c 10.1(c)
call_fold 10.1, 10.2
check_first 11.1, 11.2, 10.1, 10.2
check 11.2
final_check 11.4
least 5.2, 6.1, 4.2(g)
most 4.2(g), 5.1, 5.2, 6.2
cap 5.1
closed 14.5
closed_fixed 14.5
tap 14.1, 4.4
uncalled 15.2(b)
clock 4.6
show 13.1
alone 10.3(a), 12.4(a)
commission 15.2(a)
cut 17.1(a)
exposed 17.17
exposed_draw 17.18
out_of_turn 17.1(c), 17.1(d)
excess 17.1(f), 17.1(d)
late 17.2
misdeal 17.1
again 17.3
early 17.5, 17.6
early_over 17.6
deemed 17.7
short 17.8
count 17.9
exchange 16.8(a)
discard 17.10
fold_line 17.10
not_covered 17.16
decision 19.2(a)
void 19.3
""")


class Draw(Replacing):
    game = "draw"
    document = "NI2005-66"
    law = "act"
    cites = _CITES
    hole = initial = 5  # r 9.1-9.2
    streets = (0, 0)  # r 12.1: a betting round after the deal, another after the draw

    def high(self, hole, board, order):
        return high_value(hole, order)

    def low(self, hole, board, low):
        from cardtable.rules.hands.low_values import low_value

        return low_value(hole, low)
