"""Starts the table: on the board after power-up, on the desk against emulated hardware."""

from cardtable.app import App
from cardtable.hw.board import here

App(here()).run()
