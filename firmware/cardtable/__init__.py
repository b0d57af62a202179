"""Cardtable: the controller under a poker table."""

import sys

VERSION = "0.1.0"

if sys.implementation.name != "micropython":
    from cardtable.desk_micropython import install

    install()
