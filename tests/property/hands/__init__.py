"""Hands held against independent oracles; `checks` is shared with the soak."""
