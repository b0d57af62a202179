"""The two editions of Canberra Poker as data: what each calls its rules, and where they differ."""

from cardtable.rules.rule_refs import RuleRefs

# What is asked, and the rules of NI2004-492 / S89-1997; "-": that edition has no such rule.
# Cards and wagers, the deal, bet or fold, settlement, decisions
_RULES = RuleRefs("""
deck 2.1 / 3.1
wager 4.2 / 6.6
one_wager 4.3 / 6.7, 6.8
closed 4.1, 4.4 / 6.1, 6.5
no_more_bets - / 8.2
minimum 3.4 / 5.1(c)
maximum 3.5 / 5.1(d)
multiple 3.3 / 5.1(b)
limits 3.1 / 5.1(a)
box_limit 3.2 / -
tournament_minimum 17.14 / -
tournament_seat 17.7 / -
tournament_chips 17.13 / -
tournament_ante 17.15 / -
tournament_jackpot 17.18 / 16.2
jackpot_ante 10.1 / 11.1
jackpot_wager 10.2 / 6.1(b)
order 6.3 / 8.2
face_up 6.2 / 8.1
misdealt 14.3 / 13.3
missed 14.3 / 13.3, 13.4
miscounted 14.3 / 13.4
dealer_miscounted 14.3 / 13.5
no_ante_there 14.3 / 13.7
exposed 14.1 / 13.2
dealer_exposed 14.2 / -
rack 14.4 / 13.6
shoe 12.1 / 7.4
from_shoe 6.1 / 7.4
packets 12.4 / -
shoe_fails 12.6 / -
other_deck 12.2 / 3.1
look 7.1 / 6.2
bet 7.2 / 6.4
fold 7.3 / 9.1
dealer_shows 9.1 / 9.2
no_hand 9.3 / 9.4
shows 9.4 / 9.5
won 9.4 / 9.5(a)(i)
lost 9.5 / 9.5(a)(ii)
void 9.6 / 9.5(a)(iii)
count_folded 7.4 / 9.1
count 9.7 / 9.5(b)
declare 10.3 / 13.1
jackpot_chip 10.5 / 11.2
exclude 13.2 / 6.9
wagers_void 16.2(a) / 15.2(a)
decide 16.3 / 15.3
""")


_SHUFFLED = {"deck": "12.2", "order": "12.4", "face_up": "12.4"}


class Edition:
    """One edition: its rule numbers, and the outcomes on which the two differ."""

    def __init__(self, column, document, third_exposed, whole_round, latched, limited, units):
        self._column = column
        self.document = document
        # How a round ends in which three cards were exposed.
        self.third_exposed = third_exposed
        # What a wrong deal spoils: the whole round, or that hand alone (the dealer's: no hand).
        self.whole_round = whole_round
        # The jackpot is the sign at the round's commencement; else at the winning hand.
        self.latched = latched
        # Major jackpot hands of one round share at most the sign's amount.
        self.limited = limited
        # Wagers come in units of the minimum unless determined otherwise.
        self.units = units

    def rule(self, what, shuffled=False):
        """The number of a rule, or None; with an automated shuffling shoe rule 12 stands for 2.1,
        5 and 6 (NI2004-492 r 12.1)."""
        if shuffled and what in _SHUFFLED:
            return _SHUFFLED[what]
        rule = _RULES[what].split(" / ")[self._column]
        return None if rule == "-" else rule


EDITIONS = {
    # r 14.1, 14.3, 11.1, 11.2
    "canberra": Edition(0, "NI2004-492", "void", True, True, True, False),
    # r 13.2, 13.3-13.5, 12, 5.1(b)
    "canberra-1997": Edition(1, "S89-1997", "misdeal", False, False, False, True),
}
