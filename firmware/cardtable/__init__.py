"""Cardtable: the controller under a poker table."""

VERSION = "0.1.0"
