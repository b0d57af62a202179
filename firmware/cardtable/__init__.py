"""Cardtable: the controller under a poker table."""

import sys

VERSION = "0.2.0"

if sys.implementation.name != "micropython":
    from cardtable.desk.micropython_shim import install

    install()
