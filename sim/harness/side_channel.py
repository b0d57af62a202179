"""The side channel of a simulated table: what a hand, a screwdriver or a power cut would do.

JSON lines over TCP on loopback, one answer a line. It changes the emulated world; it never reads a
card, and a real table has none.

    {"do": "help"}                                             what there is
    {"do": "fault", "where": "box 3", "fault": "unplugged"}    until cleared; "count": n times
    {"do": "clear", "where": "box 3", "fault": "unplugged"}
    {"do": "antenna", "where": "box 3", "result": 64}          what its antenna's test gives
    {"do": "memory", "where": "box 3", "result": 255}          … and the tests of ROM and RAM
    {"do": "inlay", "card": "Ks", "answers": 7}                of ten requests: it is dying
    {"do": "foreign", "where": "box 3"}                        a card of another deck lies there
    {"do": "take_away", "where": "box 3"}                      … and is taken away
    {"do": "hold", "card": "As", "where": "shoe"}              held there; "new 1" is blank
    {"do": "release"}                                          … and takes it away
    {"do": "stack", "where": "box 3", "aligned": true}         the cards there lie exactly on top
    {"do": "dwell", "ms": 5}                                   how long a card takes out of the shoe
    {"do": "chip", "seat": 3, "on": true}                      a chip on a jackpot sensor
    {"do": "look"}                                             what lamps and sign show
    {"do": "power_cut"}                                        the board starts again
    {"do": "key", "key": "collect"}                            a key of the dealer's keypad
    {"do": "key_switch", "on": true}                           the supervisor's key
    {"do": "house", "mode": "cards"}                           play | cards | rest
    {"do": "house", "mode": "play", "rounds": 1}               so many, then the dealer waits
    {"do": "throw", "seat": 3, "count": 2}                     a player of Draw passes cards in
    {"do": "deal"}                                             the first card closes the wagers
    {"do": "pass_deck"}                                        every card past the shoe's reader
    {"do": "speed", "value": 5}
    {"do": "state"}                                            the mode of the house, the speed
"""

import contextlib
import json
import socket

from cardtable.drivers.keypad import KEYS
from cardtable.rules.places import BOARD, DEALER, DISCARD, SHOE
from sim.chips.faults import FAULTS, FOREVER
from sim.chips.tag import Tag
from sim.people.hand import Hand

_LOOK_US = 20_000
_LONGEST = 4096
_PASS_US = 240_000  # a card, when somebody passes a deck by hand
_MODES = ("play", "cards", "rest")
_NAMES = {"dealer": DEALER, "board": BOARD, "rack": DISCARD, "shoe": SHOE}
_FOREIGN_UID = b"\x04\xf0\x0e\x16\x0a\x0b\x80"


class NotPossible(Exception):
    """What was asked cannot be done; says why."""


class SideChannel:
    """Listens beside the table; looked at on the table's own clock."""

    def __init__(self, world, machine, port: int = 0):
        self._world = world
        self._machine = machine
        self._server = socket.create_server(("127.0.0.1", port))
        self._server.setblocking(False)
        self._clients: list[tuple[socket.socket, bytearray]] = []
        self._foreign: dict[str, Tag] = {}
        self._hand = Hand(world.felt)
        self.address = self._server.getsockname()[:2]
        world.clock.at(_LOOK_US, self._look)

    def close(self) -> None:
        for client, _ in self._clients:
            client.close()
        self._server.close()

    # ---- the line

    def _look(self) -> None:
        # Before anything else: what is done below may end this run of the firmware.
        self._world.clock.at(_LOOK_US, self._look)
        with contextlib.suppress(BlockingIOError):
            while True:
                client, _ = self._server.accept()
                client.setblocking(False)
                self._clients.append((client, bytearray()))
        for client, waiting in list(self._clients):
            try:
                data = client.recv(_LONGEST)
            except BlockingIOError:
                continue
            except OSError:
                data = b""
            if not data or len(waiting) > _LONGEST:
                client.close()
                self._clients.remove((client, waiting))
                continue
            waiting += data
            while b"\n" in waiting:
                line, _, rest = bytes(waiting).partition(b"\n")
                waiting[:] = rest
                self._answer(client, line)

    def _answer(self, client: socket.socket, line: bytes) -> None:
        then = None
        try:
            asked = json.loads(line)
            if not isinstance(asked, dict) or not isinstance(asked.get("do"), str):
                raise NotPossible('write {"do": …}; {"do": "help"} says what there is')
            act = getattr(self, "_do_" + asked.pop("do"), None)
            if act is None:
                raise NotPossible('there is no such thing; {"do": "help"} says what there is')
            told = act(**asked)
            if callable(told):
                then, told = told, None
            answer = {"ok": True, "value": told}
        except (NotPossible, ValueError, TypeError) as why:
            answer = {"ok": False, "why": str(why)}
        with contextlib.suppress(OSError):
            client.sendall(json.dumps(answer).encode() + b"\n")
        if then is not None:
            then()

    # ---- what can be done

    def _do_help(self):
        return {
            "where": sorted(self._parts()),
            "faults": {name: meaning for name, (_, meaning) in FAULTS.items()},
            "keys": list(KEYS),
            "modes": _MODES,
        }

    def _do_fault(self, where: str, fault: str, count: int = FOREVER):
        self._part(where).fault(fault, count)

    def _do_clear(self, where: str, fault: str):
        self._part(where).clear(fault)

    def _do_antenna(self, where: str, result: int):
        self._tested(where, result).antenna_result = result

    def _do_memory(self, where: str, result: int):
        self._tested(where, result).memory_result = result

    def _tested(self, where, result):
        chip = self._part(where)
        if chip.part != "chip" or not 0 <= result <= 255:
            raise NotPossible("a reader, and a byte")
        return chip

    def _do_inlay(self, card: str, answers: int):
        for known in self._world.felt.deck:
            if known.face == card:
                known.tag.answers = answers
                return
        raise NotPossible("no such card")

    def _do_foreign(self, where: str):
        if where in self._foreign:
            raise NotPossible("one lies there already")
        self._foreign[where] = tag = Tag(_FOREIGN_UID)
        self._antenna(where).put(tag)

    def _do_take_away(self, where: str):
        if where not in self._foreign:
            raise NotPossible("no foreign card lies there")
        self._antenna(where).take(self._foreign.pop(where))

    def _do_hold(self, card: str, where: str = "shoe"):
        self._hand.hold(card, self._antenna(where))

    def _do_release(self, where: "str | None" = None):
        self._hand.release(None if where is None else self._antenna(where))

    def _do_stack(self, where: str, aligned: bool):
        self._antenna(where).aligned = bool(aligned)

    def _do_dwell(self, ms: int):
        self._world.felt.dwell(int(ms))

    def _do_chip(self, seat: int, on: bool):
        if not 1 <= seat <= 10:
            raise NotPossible("seats: 1 to 10")
        (self._world.sensors.pull if on else self._world.sensors.release)(seat - 1)

    def _do_look(self):
        world = self._world
        return {
            "lamps": ["#{:02x}{:02x}{:02x}".format(*lamp) for lamp in world.lamps.colours],
            "sign": world.display.text,
        }

    def _do_power_cut(self):
        return self._machine.power_cut

    def _do_key(self, key: str):
        if key not in KEYS:
            raise NotPossible("keys: " + ", ".join(KEYS))
        self._world.keypad.tap(KEYS.index(key), hold_ms=120)

    def _do_key_switch(self, on: bool):
        self._world.key_switch.turn(bool(on))

    def _do_house(self, mode: str, rounds: "int | None" = None):
        if mode not in _MODES:
            raise NotPossible("modes: " + ", ".join(_MODES))
        self._world.house.mode = mode
        self._world.house.rounds_due = rounds

    def _do_throw(self, seat: int, count: int):
        if not hasattr(self._world.house, "throw"):
            raise NotPossible("nobody throws cards in this game")
        self._world.house.throw(seat, count)

    def _do_speed(self, value: float):
        if not 0 < value <= 1000:
            raise NotPossible("a speed above 0, up to 1000")
        self._world.clock.pace(float(value))

    def _do_deal(self):
        if not hasattr(self._world.house, "deals"):
            raise NotPossible("in this game somebody begins the deal on the console")
        self._world.house.deals = True

    def _do_pass_deck(self):
        """One card after the other over the shoe's antenna; those on the felt stay there."""
        felt = self._world.felt
        cards = [card for card in felt.deck if card.tag.antenna is None]
        for k in range(len(cards)):
            self._world.clock.at(k * _PASS_US, felt.pass_shoe, cards[k], _PASS_US // 2000)
        return len(cards)

    def _do_state(self):
        return {"mode": self._world.house.mode, "speed": self._world.clock.speed}

    # ---- where

    def _parts(self) -> dict:
        world = self._world
        parts = {"shoe": world.shoe_chip, "panel bus": world.i2c(1)}
        if world.full is None:
            parts["reader bus"] = world.i2c(0)
            return parts
        for place in world.full.chips:
            parts[self._name(place)] = world.full.chips[place]
        for k in range(len(world.full.muxes)):
            parts["mux {}".format(k + 1)] = world.full.muxes[k]
        parts["reader bus"] = world.full.bus
        return parts

    def _part(self, where):
        parts = self._parts()
        if where not in parts:
            raise NotPossible("where: " + ", ".join(sorted(parts)))
        return parts[where]

    def _antenna(self, where):
        if where == "shoe":
            return self._world.shoe_antenna
        full = self._world.full
        if full is not None:
            for place in full.antennas:
                if self._name(place) == where:
                    return full.antennas[place]
        raise NotPossible("no antenna there")

    def _name(self, place):
        for name, known in _NAMES.items():
            if known == place:
                return name
        return "box {}".format(place)
