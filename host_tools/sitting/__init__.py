"""A table over many rounds: who sits, waits or abstains, what was announced, what may change.

The board judges one round and carries seats and marker to the next (cardtable.rules.next_round).
What the documents ask beyond that is a model here, held against them by tests; no verb uses it yet.
"""
