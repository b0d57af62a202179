"""Tournaments as the desk reckons them: entry fees, prizes, placings, who plays on.

Pure functions, in whole cents; nothing here is needed at the table, so no board carries it. What
the table itself has to know of a tournament (no commission, no jackpot wagers, blinds of absent
players, the starting marker) is in the rounds.
"""

from cardtable.rules.round import Refused

# Chips that do not decide between players eliminated in the same round of play
_SHARED = ("NI2004-492", "S89-1997")  # NI2004-492 r 17.24; NI2005-66, NI2006-156 r 20.19 differ
_MOST_PERCENT = {"S89-1997": 10}  # r 16.4; elsewhere an approved amount (r 17.25, 20.20)
_WHOLE = 10000  # shares of a prize pool are in hundredths of a per cent


# ---- entry fees


def most_retained(document, total):
    """The most that may be kept of the entry fees; None where any approved amount may be."""
    percent = _MOST_PERCENT.get(document)
    return None if percent is None else total * percent // 100


def prize_pool(document, entries, fee, retained=0, replaced=0):
    """(entry fees, retained, prize pool).

    Who forfeits a seat has paid and stays in the pool (r 20.9, 17.9). `replaced` entrants had
    their seat sold to a reserve player: under r 20.10 their fee goes back and is no part of it.
    """
    total = (entries - (0 if document in _SHARED else replaced)) * fee
    most = most_retained(document, total)
    if retained > total or (most is not None and retained > most):
        raise Refused("retains_too_much", document + " " + _rule(document, "fees"))
    return total, retained, total - retained


def prizes(pool, shares):
    """The prize of each place; `shares` in hundredths of a per cent. Every cent is paid out."""
    if sum(shares) != _WHOLE:
        raise Refused("shares_are_not_the_whole", "NI2005-66 20.18, NI2004-492 17.22")
    paid = [pool * share // _WHOLE for share in shares]
    paid[0] += pool - sum(paid)  # what cannot be divided is the winner's
    return paid


def refunds(entries, fee, commission):
    """What goes back when the tournament is cancelled: everything (r 20.21, 17.26)."""
    return entries * (fee + commission)


# ---- eliminations and placings


def eliminated(played):
    """{seat: cents put into the pots}: who has lost everything in a finished round (r 20.19)."""
    found = {}
    for seat in played.players:
        if played.outcome == "won" and not played.stack[seat]:
            found[seat] = played.put[seat] + played.dead[seat]
    return found


def is_eliminated(document, chips, table_minimum):
    """Whether a player is out before a round of play.

    In Canberra Poker by not having the table minimum (r 17.14); in the other games nobody is out
    who can still tap out (r 14.1).
    """
    return chips < table_minimum if document in _SHARED else chips <= 0


def placings(document, put):
    """Players eliminated in the same round, best first: [[name, …], …], ties in one list.

    `put` is what each has put into the pots of that round (r 20.19); Canberra Poker does not ask.
    """
    if document in _SHARED:
        return [sorted(put)]
    amounts = sorted(set(put.values()), reverse=True)
    return [sorted([name for name in put if put[name] == cents]) for cents in amounts]


def awards(groups, prizes_left):
    """{name: cents}: the prizes of tied places combined and divided (r 20.19, 17.24).

    `prizes_left` are those of the places in question, best first; places beyond them win nothing.
    A cent that cannot be divided goes to the first named: the whole pool is paid (r 20.18).
    """
    won = {}
    at = 0
    for names in groups:
        whole = sum(prizes_left[at : at + len(names)])
        for n in range(len(names)):
            won[names[n]] = whole // len(names) + (1 if n < whole % len(names) else 0)
        at += len(names)
    return won


def ties(chips):
    """Groups of players who hold equal chips when a session ends, most chips first.

    Each group plays additional rounds until a result is achieved (r 17.23).
    """
    amounts = sorted(set(chips.values()), reverse=True)
    groups = [sorted([name for name in chips if chips[name] == amount]) for amount in amounts]
    return [names for names in groups if len(names) > 1]


def _rule(document, what):
    return {"NI2004-492": "17.25", "S89-1997": "16.4"}.get(document, "20.20")
