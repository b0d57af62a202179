"""The linked jackpot: one pool over several tables (docs/linked-jackpot.md)."""
