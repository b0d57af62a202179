"""A table over many rounds: who sits, waits or abstains, what was announced, what may change.

The board judges one round; what the documents ask from one round to the next is kept here, out of
the same records.
"""
