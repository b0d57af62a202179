"""A tournament over one table or many: conditions, entries, ballots, sessions, places, prizes.

One direction, as on the board: what the director says or a table's records show is judged
(`director`), becomes an event (`journal`), and only events move the state (`state`). Chips have no
cash value (NI2005-66, dictionary); fees and prizes are whole cents.
"""
