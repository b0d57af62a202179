"""Runs on MicroPython: plays recorded inputs and tells which rounds made other records.

micropython board_gallery.py FILE.json
"""

import json
import sys

from cardtable.desk import games
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open


def main(path):
    with open(path) as file:
        rounds = json.load(file)
    for name, game, given, seats, marker, inputs, records in rounds:
        played = games.start(game, given, [tuple(seat) for seat in seats], marker, Open())
        made = list(played.opening)
        for one in inputs:
            try:
                made += played.take(tuple(one))
            except Refused as refusal:
                made.append(("refused", refusal.code, refusal.rule))
        # JSON has lists only: compare as text of the same form.
        print(json.dumps([name, json.loads(json.dumps(made)) == records]))


main(sys.argv[1])
