"""Omaha by NI2006-156: two of four hole cards with three of five communal cards."""

from cardtable.rules.hands.omaha_values import omaha_high_value
from cardtable.rules.poker.game import Poker
from cardtable.rules.rule_refs import RuleRefs

# What is asked, and the rules: before the deal, cards, betting, showdown, irregularities
CITES = RuleRefs("""
players 12.4
marker 8.3
refuse_blind 8.4
seat 8.2
stake 4.3, 4.2(a)
buy_in 4.5, 4.2(i)
augment 4.4
top_up 4.5, 14.3
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
twice 2.1, 2.2, 17.10
deal 9.2
board 9.4
burn 4.2(h), 9.4
cards_end 9.6
follow 4.2
bet_first 9.3
bet_then 9.5
turn_first 10.3
turn 12.3
open_then 12.2
open_ante 10.2(d), 6.1
open_a 10.2(a)
open_c 10.2(c)
call_fold 10.2, 10.3
check_first 11.2, 11.1, 10.2, 10.3
check 11.2
final_check 11.1
least 5.2, 6.1, 4.2(g)
most 4.2(g), 5.1, 5.2, 6.2
cap 5.1
closed 14.5
closed_fixed 14.5
tap 14.1, 4.4
uncalled 15.2(b)
clock 4.8
show 13.1
alone 10.4(a), 12.4(a)
commission 15.2(a)
cut 17.1(a)
exposed 17.1(c)
out_of_turn 17.1(d), 17.1(e)
excess 17.1(f), 17.1(e)
late 17.2
misdeal 17.1
again 17.3
premature 17.17
first_card 17.18
exposed_burn 17.19
exposed_no_burn 17.20, 17.1(c)
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


class Omaha(Poker):
    game = "omaha"
    document = "NI2006-156"
    law = "act"
    cites = CITES
    hole = initial = 4  # r 9.1-9.2
    streets = (0, 3, 1, 1)  # r 9.3-9.5

    def high(self, hole, board, order):
        return omaha_high_value(hole, board, order)

    def low(self, hole, board, low):
        from cardtable.rules.hands.omaha_lows import omaha_low_value

        return omaha_low_value(hole, board, low)
