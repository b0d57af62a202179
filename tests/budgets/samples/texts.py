"""Texts, bytes and tables of them."""

WORDS = (
    "a card that belongs to nobody lies on the felt",
    "the deal has gone wrong and may be set right",
    "a player has placed less than the call and folds",
    "the shoe is empty and the discards are shuffled",
    "a supervisor has come with the key, and decides",
)
RULES = {
    "deck": "2.1",
    "order": "9.4",
    "replace": "9.5",
    "fifth": "9.6",
    "more": "9.7",
    "exposed": "17.1(d)",
    "void": "19.3",
}
FRAMES = (
    b"\x00\x00\xff\x04\xfc\xd4\x4a\x01\x00\xe1\x00",
    b"\x00\x00\xff\x03\xfd\xd4\x44\x00\xe8\x00",
    b"\x00\x00\xff\x00\xff\x00",
)
AMOUNTS = [100, 200, 500, 1000, 2500, 10000, 2500000, 4294967296, 1.5]
BY_PLACE = {1: "box 1", 2: "box 2", 3: "box 3", 10: "box 10", 11: "dealer", 12: "board", 13: "rack"}


def said(number, *given):
    return "{}: {} ({})".format(WORDS[number], RULES.get(given[0], "no rule"), ", ".join(given))
