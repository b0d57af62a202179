"""Worked examples of the rules, run through the firmware's own functions.

python -m tests.examples [FILE.yaml] [--kind K]

`registry` knows which function answers for which kind; each family of kinds has a module beside
it that maps an example's fields to calls and computes no answers itself. To add a family, write
its module and name it in FAMILIES.
"""

FAMILIES = (
    "decks",
    "hands",
    "canberra",
    "money",
    "betting",
    "positions",
    "draw_stud",
    "tournament",
    "meter",
    "irregular",
    "procedures",
)
