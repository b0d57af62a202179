"""Modules that were needed once leave the memory, and come again when they are wanted."""

import sys

from cardtable.unload import unload

NAME = "cardtable.rules.shares"


def test_a_forgotten_module_is_gone_and_can_be_imported_again():
    __import__(NAME)
    package = sys.modules["cardtable.rules"]
    first = sys.modules[NAME]
    try:
        unload(NAME)
        assert NAME not in sys.modules and not hasattr(package, "shares")
        __import__(NAME)
        assert sys.modules[NAME] is not first
    finally:
        sys.modules[NAME] = first  # others in this process have it


def test_what_was_never_loaded_is_no_trouble():
    unload("cardtable.rules.nothing_of_that_name", "cardtable.nowhere.at_all")
