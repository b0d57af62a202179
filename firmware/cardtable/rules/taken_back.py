"""What may be taken back of a round: an entry that people have keyed, and what came after it.

    ("taken_back", who, first)   the records from `first` up to this one do not count

The round is as if they had never been; cards that lay face down then are given to it again behind
that record. Nothing is taken back over a card that people have seen, one in the discards (those
take no further part: NI2005-66 and NI2006-156 r 17.10, TGC-2006 C19.16), or over chips that were
carried away.
"""

from cardtable.rules.places import DISCARD
from cardtable.rules.round import Refused

_SHOWN = ("turn", "hand", "dealer_hand", "opened")
_FOLDS = ("fold", "call_fold")


def why_not(table, record, is_first, in_rack=None):
    """What this record has against it: Refused, or None.

    `is_first`: it is the entry itself, which may say by mistake that a card was seen or thrown.
    `in_rack(card)`: whether a reader has seen the card ("As") in the discards.
    """
    kind = record[0]
    if kind in _SHOWN or (kind == "deal" and not table.sealer.hides(record[2])):
        return Refused("card_was_shown", "")
    if kind == "irregular" and not is_first and _seen(record[2]):
        return Refused("card_was_shown", "")
    if kind == "leave":
        return Refused("chips_have_left", "")
    tokens = ()
    seat = folded(record)
    if kind == "collect" or (kind == "move" and record[3] == DISCARD):
        return Refused("in_the_discards", discards_rule(table))
    if kind == "throw":
        tokens = record[2]
        if tokens and not is_first:
            return Refused("in_the_discards", discards_rule(table))
    elif seat:
        tokens = table._pile(seat)
    if in_rack is not None:
        for token in tokens:
            if in_rack(table.sealer.face(token)):
                return Refused("in_the_discards", discards_rule(table))
    return None


def folded(record):
    """The seat whose hand this record takes out of play; 0 for any other."""
    kind = record[0]
    if kind in ("fold", "muck") or (kind == "act" and record[2] in _FOLDS):
        return record[1]
    return 0


def discards_rule(table):
    return table._cite("rack") if hasattr(table, "edition") else table._rule("discard")


def _seen(what):
    return "exposed" in what or what == "first_card"
