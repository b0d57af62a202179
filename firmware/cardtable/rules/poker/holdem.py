"""Hold-Em by TGC-2006 part C: two hole cards, five communal cards, the puck is the small blind."""

from cardtable.rules.hands.values import high_value
from cardtable.rules.poker.game import Poker
from cardtable.rules.rule_refs import RuleRefs

# What is asked, and the rules: before the deal, cards, betting, showdown, irregularities
_CITES = RuleRefs("""
players C3.4
marker C10.1
refuse_blind C10.2
seat C6.3
stake C5.3, C5.2.a
buy_in C5.2.h, C5.2.a
augment C5.4
top_up C5.2.h, C5.5
join C19.7
moved C19.8
vacated C19.9
removed C18.8, C3.2
missed C19.10
absent C19.10, C3.2
over C5.2.c
over_level C5.2.e
tournament C3.2
deck C2.2
twice C2.2, C19.16
deal C11.3
board C11.5, C11.7, C11.8
burn C5.2.g
cards_end C11.9
follow C5.2
bet_first C11.4
bet_then C11.6, C11.7, C11.8
turn_first C12.2
turn C14.3
open_then C14.2
open_ante C8.1, C12.1
open_a C12.1
open_c C12.1
call_fold C12.1, C12.2
check_first C13.2, C13.1, C12.1, C12.2
check C13.2
final_check C13.1
least C7.4, C8.1, C5.2.f
most C7.3, C7.4, C8.2, C5.2.f, C5.2.d
cap C7.1
closed C16.3
closed_fixed C16.2
tap C16.1, C5.4
uncalled C16.1
clock C5.7
show C15.1
alone C12.3.a, C14.4.a
commission C17.2, C17.3
cut C19.1.a
exposed C19.1.c
out_of_turn C19.1.d, C19.1.e
excess C19.1.e
late C19.1.d, C19.1.e
misdeal C19.1
again C19.6
premature C19.2
first_card C19.3
exposed_burn C19.4
exposed_no_burn C19.5, C19.1.c
early C19.11, C19.12
early_over C19.12
deemed C19.13
short C19.14
count C19.15
exchange C18.8.a
discard C19.16
fold_line C19.17
not_covered C19.18
decision C3.2
void C3.2
""")


class Holdem(Poker):
    game = "holdem"
    document = "TGC-2006"
    law = "holdem"
    puck = True
    cites = _CITES
    hole = initial = 2  # C11.1, C11.3
    streets = (0, 3, 1, 1)  # C11.4-C11.8

    def high(self, hole, board, order):
        return high_value(hole + board, order)
