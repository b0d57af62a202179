"""A second model of every game, written from the rule documents and importing nothing of them.

`money` (pots, shares, commission), `betting` (one betting round), `table` (a round between
players: deal, irregularities, showdown) and a small module a game, `canberra` for the games
against the bank. `duel` and `bank_duel` play random irregular rounds against the machine and are
the only ones that know it.
"""
