"""What may be put in force as board.json: every part, pin, bus and channel of a board.

What does not start is taken back (in_force.py); this is for what would start and be wrong: a part
whose name nobody reads, one pin for two parts, two readers at one output, a clock beyond the chip.
"""

from cardtable.schema import fields

_BUS = "i2c:text address:int(8..119)"
# Member: its fields. A pin is a number, or a name where a chip has names.
_PARTS = {
    "keypad": _BUS + " chip:text(PCF8575|TCA8418)?",
    "sensors": _BUS,
    "fram": _BUS + " size:int(32768|65536)?",
    "shoe": "i2c:text? spi:int(0..9)? pins:any[]? select:any? irq:any?",
    "muxes": "i2c:text addresses:int(112..119)[] reset:any?",
    "selects": "spi:int(0..9) pins:any[] lines:any[] enable:any",
    "lamps": "pin:any count:int(1..64)",
    "display": "spi:int(0..9) pins:any[] select:any",
    "key_switch": "pin:any",
    "jumper": "pin:any",
}
_CHANNELS = ("dealer", "board", "rack")
_OTHERS = ("name", "i2c", "boxes", "groups", "targets", "clock") + _CHANNELS
_CLOCK = "freq:int(48000000..300000000) millivolts:int(850..1300)?"
_PINS = ("select", "irq", "reset", "enable", "pin")
_MOST_PINS = 48
_SEATS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")


def why_not(board):
    """None, or what is wrong with it."""
    try:
        _check(board)
    except _Wrong as wrong:
        return wrong.args[0]
    return None


class _Wrong(Exception):
    pass


def _must(true, what):
    if not true:
        raise _Wrong(what)


def _check(board):
    for part in ("i2c", "keypad", "sensors"):
        _must(isinstance(board.get(part), dict), part + " is missing")
    _must("shoe" in board or "boxes" in board, "shoe is missing")
    taken = {}  # pin, or address on a bus → what has it
    for number in board["i2c"]:
        _bus(taken, "i2c " + number, board["i2c"][number], 2, 10_000, 1_000_000)
    for part in sorted(board):
        if part in _PARTS:
            _part(board, part, taken)
        else:
            _must(part in _OTHERS, part + " is no part of a board")
    _clock(board.get("clock", [48_000_000, 0]))
    if "boxes" in board:
        _must(isinstance(board["boxes"], dict), "boxes is no object")
        _groups(board, _readers(board))


def _members(part, content, declared):
    known = fields(declared)
    for name in content:
        _must(name in [field.name for field in known], part + " " + name)
    for field in known:
        why = field.why_not(content.get(field.name))
        _must(not why, "%s %s %s" % (part, field.name, why))


def _part(board, part, taken):
    content = board[part]
    _must(isinstance(content, dict), part + " is no object")
    _members(part, content, _PARTS[part])
    _must("i2c" not in content or content["i2c"] in board["i2c"], part + " lies on no bus")
    if part == "shoe":
        _must(("i2c" in content) != ("spi" in content), "shoe lies on no bus")
    if "spi" in content:
        _bus(taken, "spi %d" % content["spi"], content.get("pins"), 3, 100_000, 50_000_000)
    for address in content.get("addresses", [content.get("address")]):
        if address is not None:  # as if it were a pin: one chip has it
            _take(taken, "%s/%d" % (content["i2c"], address), part)
    for pin in [content[name] for name in _PINS if name in content] + content.get("lines", []):
        _take(taken, pin, part)


def _bus(taken, name, told, pins, least, most):
    """A list of pins and the frequency; parts on one bus say the same of it."""
    fits = isinstance(told, list) and len(told) == pins + 1 and isinstance(told[pins], int)
    _must(fits, name + " is not its pins and frequency")
    _must(least <= told[pins] <= most, name + " frequency")
    for k in range(pins):
        _take(taken, told[k], "%s %d" % (name, k), name[0] == "s")


def _is_count(value, end):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < end


def _take(taken, pin, what, shared=False):
    named = isinstance(pin, str) and 1 <= len(pin) <= 16
    _must(named or _is_count(pin, _MOST_PINS), what + " has no pin")
    free = pin not in taken or (shared and taken[pin] == what)
    _must(free, "pin %s: %s, %s" % (pin, taken.get(pin), what))
    taken[pin] = what


def _clock(told):
    _must(isinstance(told, list) and len(told) == 2, "clock is not frequency and voltage")
    _members("clock", {"freq": told[0], "millivolts": told[1] or None}, _CLOCK)


def _readers(board):
    """The names of those under the felt, each at an output of its own."""
    _must(("muxes" in board) != ("selects" in board), "boxes are on no mux")
    outputs = 16 if "selects" in board else 8 * len(board["muxes"]["addresses"])
    there = []
    names = []
    for name in board["boxes"]:
        _must(name in _SEATS, "box " + name)
        names.append(("box " + name, board["boxes"][name]))
    for name, at in names + [(one, board[one]) for one in _CHANNELS if one in board]:
        _must(_is_count(at, outputs) and at not in there, name + " is at no output of its own")
        there.append(at)
    return [one[0] for one in names] + [one for one in _CHANNELS if one in board]


def _groups(board, names):
    _must(board.get("targets", 1) in (1, 2), "targets")
    groups = board.get("groups", [])
    _must(isinstance(groups, list), "groups is no list")
    for group in groups:
        _must(group and isinstance(group, list), "groups is no list of lists")
        for name in group:
            _must(name in names, "groups: a reader that is not there, or twice")
            names.remove(name)
