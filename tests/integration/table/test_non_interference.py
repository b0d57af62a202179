"""Nothing outside the board depends on a face-down card before it is shown.

The same public round is played with other faces under the same tags. Everything that leaves the
board is compared: every byte on the link and the virtual microsecond at which it came, the answers
to every question anybody may ask, the lamps and the sign. The clock charges for the firmware's work
(sim/charging): work that depends on a card would show. A seal is taken for the random number it
is to whoever lacks its salt (see docs/secrecy.md for this and for what is not covered).
"""

from __future__ import annotations

import json
from binascii import hexlify

import pytest

from cardtable.rules import seals
from cardtable.vault.files import Files
from sim.charging.clock import ChargingClock
from sim.people import house
from sim.people.dice import Dice
from tests.integration.table.rounds import bodies, by_round, on_cpython

GAMES = ("holdem", "omaha", "draw", "stud", "canberra", "canberra-1997")
_AT_MS = 4  # where a record has its time
JUDGED_MS = 100
ASK_EVERY_MS = 900
LOOK_EVERY_MS = 250
PAUSE_MS = 110_000  # a round, its minute, and the one that had begun before it
QUESTIONS = ("expects", "readers", "health", "faults", "noticed", "vault", "meters", "work")
TRIES = (
    ["show", 3, ["As", "Kd"]],
    ["throw", 3, ["As"]],
    ["card", 3, "As"],
    ["move", "As", 3, 4],
    ["discard", 3, "As"],
    ["expose", 3],
    ["fold", 3],
)


@pytest.fixture(autouse=True)
def nothing_else_differs(monkeypatch):
    def seal_of(card, salt):
        return hexlify(seals.hmac_sha256(salt.encode(), b"")[:16]).decode()

    monkeypatch.setattr(seals, "seal_of", seal_of)
    monkeypatch.setattr(Files, "free", lambda files: 1 << 20)  # the desk's disk is others' too
    monkeypatch.setattr(house, "_JACKPOT_PERCENT", 0)  # a declared hand would be a shown one


@pytest.fixture(autouse=True, scope="module")
def loaded(tmp_path_factory):
    """Each game once before: what is loaded or worked out at its first round is then there."""
    for game in GAMES:
        on_cpython(tmp_path_factory.mktemp("loads"), 1, 1, game=game, clock=ChargingClock())


class Spy:
    """Sits at the end of the cable and beside the table: sees everything, asks everything."""

    def __init__(self, pause_ms=0):
        self.seen = []  # (microsecond, what)
        self.asked = 0
        self._pause_ms = pause_ms  # people wait so long after the first round

    def prepare(self, world):
        self._world = world
        plain = world.port.write

        def write(data):
            self.seen.append((world.clock.now_us, bytes(data)))
            plain(data)

        world.port.write = write
        if isinstance(world.house, house.CanberraHouse):  # players who do not look at their cards
            dice = Dice(77)
            world.house._would_bet = lambda faces: dice.chance(60)
        if self._pause_ms:
            world.house.rounds_due = 1
            world.clock.at(self._pause_ms * 1000, self._play_on)
        world.clock.at(2_000_000, self._ask)
        world.clock.at(1_000_000, self._look)

    def _play_on(self):
        self._world.house.rounds_due = None

    def _ask(self):
        for what in QUESTIONS:
            self._say(what, [])
        for given in TRIES:
            self._say("why_not", [given])
        self._world.clock.at(ASK_EVERY_MS * 1000, self._ask)

    def _say(self, what, arguments):
        self.asked += 1
        self._world.port.to_board(("ask", self.asked, what, arguments))

    def _look(self):
        now = (self._world.lamps.colours, bytes(self._world.display.digits))
        self.seen.append((self._world.clock.now_us, now))
        self._world.clock.at(LOOK_EVERY_MS * 1000, self._look)


def play(folder, game, seed, relabel=None, rounds=1, policy=None):
    """(what a spy saw, world, records of each round)."""
    spy = Spy(pause_ms=policy["reveal_minutes"] * PAUSE_MS if policy else 0)
    world, listener = on_cpython(
        folder,
        rounds,
        seed,
        game=game,
        relabel=relabel,
        prepare=spy.prepare,
        clock=ChargingClock(),
        determinations=policy,
    )
    assert spy.asked > 0
    return spy.seen, world, by_round(bodies(listener.lines))


def faces_told(record):
    """The faces that a record tells."""
    if record[0] == "deal" and len(record[2]) < 4:
        return [record[2]]
    if record[0] == "turn":
        return [record[3]]
    return []


def is_told(entry, faces):
    return isinstance(entry[1], bytes) and any(f'"{face}"'.encode() in entry[1] for face in faces)


def until_shown(seen, faces):
    """How many entries came before the board knew that these are shown: its record has the time. To
    judge them takes a moment, which may depend on them; then they are told."""
    told = next(entry[1] for entry in seen if is_told(entry, faces))
    known_us = (made_ms(told) - JUDGED_MS) * 1000
    return next(n for n, (us, _) in enumerate(seen) if us >= known_us)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_until_a_card_is_shown_other_cards_make_no_difference(game, seed, tmp_path):
    def rotate(deck):
        faces = [card.face for card in deck]
        for card, face in zip(deck, faces[17:] + faces[:17], strict=True):
            card.face = face

    first, _, (told,) = play(tmp_path / "a", game, seed)
    other, _, _ = play(tmp_path / "b", game, seed, rotate)
    shown = next(faces for record in told if (faces := faces_told(record)))
    until = until_shown(first, shown)
    assert until > 40, "a good part of the round is hidden"
    assert first[:until] == other[:until]
    assert first != other, "the cards were others"


def mixing_the_hidden(told, seed):
    """Other faces for the cards that these records never show."""
    shown = {face for record in told for face in faces_told(record)}

    def mix(deck):
        hidden = [card for card in deck if card.face not in shown]
        faces = [card.face for card in hidden]
        Dice(seed + 100).shuffle(faces)
        for card, face in zip(hidden, faces, strict=True):
            card.face = face

    return mix


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_cards_that_are_never_shown_make_no_difference_to_the_very_end(game, seed, tmp_path):
    first, world, (told,) = play(tmp_path / "a", game, seed)
    other, again, _ = play(tmp_path / "b", game, seed, mixing_the_hidden(told, seed))
    assert first == other
    assert world.house.history[0].hands != again.house.history[0].hands, "hidden cards differ"


POLICIES = [("shown", 0), ("shown", 1), ("all", 0), ("all", 1)]  # without one: the tests above
PLAYERS_AGAINST_EACH_OTHER = ("holdem", "omaha", "draw", "stud")


@pytest.mark.parametrize(("scope", "minutes"), POLICIES)
@pytest.mark.parametrize("game", PLAYERS_AGAINST_EACH_OTHER)
def test_a_policy_of_release_makes_no_difference_before_its_time(game, scope, minutes, tmp_path):
    """The faces wait in the memory chip, and are then told. Two rounds; between them people wait
    longer than the hands of the first."""
    policy = {"reveal": scope, "reveal_minutes": minutes, "reveal_approval": "GRC 2026/17"}
    first, world, told = play(tmp_path / "a", game, 3, None, 2, policy)
    mix = mixing_the_hidden([record for one in told for record in one], 3)
    other, again, others = play(tmp_path / "b", game, 3, mix, 2, policy)
    assert world.house.history[0].hands != again.house.history[0].hands, "hidden cards differ"
    assert [record[:2] for record in others[0][:2]] == [["round", 1], ["reveal", scope]]
    at = [n for n, (_, what) in enumerate(first) if is_release(what)]
    ended = next(what for _, what in first if isinstance(what, bytes) and b',"end",' in what)
    assert made_ms(first[at[0]][1]) - made_ms(ended) >= minutes * 60_000, "not before its time"
    if scope == "shown":
        assert first == other, "to the very end: what nobody showed is not told"
        return
    assert first[: at[0]] == other[: at[0]]
    assert first[at[0]][0] == other[at[0]][0], "at the same microsecond"
    assert is_release(other[at[0]][1]) and first[at[0]] != other[at[0]], "other hidden cards"


def made_ms(line):
    """When the board made a record; a busy link tells it up to some seconds later."""
    return json.loads(line[: line.rindex(b"*")])[_AT_MS]


def is_release(what):
    return isinstance(what, bytes) and b',"released",' in what
