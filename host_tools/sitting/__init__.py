"""A table over many rounds: who sits, waits or abstains, what was announced, what may change.

The board judges one round and carries seats and marker to the next (next_round.py).
What the documents ask beyond that is modelled here and held against them by tests. The console's
supervisor is told which seats may have to be vacated; notices and reservations people keep.
"""
