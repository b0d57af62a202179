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
_CLOCK = "freq:int(48000000..300000000) millivolts:int(850..1300)"
_PINS = ("select", "irq", "reset", "enable", "pin")
_MOST_PINS = 48


def why_not(board):
    """None, or what is wrong with it."""
    for part in ("i2c", "keypad", "sensors"):
        if not isinstance(board.get(part), dict):
            return part + " is missing"
    if "shoe" not in board and "boxes" not in board:
        return "shoe is missing"
    taken = {}  # pin → what has it
    for number in board["i2c"]:
        why = _bus(taken, "i2c " + number, board["i2c"][number], 2, 10_000, 1_000_000)
        if why:
            return why
    for part in sorted(board):
        if part in _PARTS:
            why = _part(board, part, taken)
        else:
            why = None if part in _OTHERS else part + " is no part of a board"
        if why:
            return why
    return _clock(board) or _boxes(board)


def _part(board, part, taken):
    content = board[part]
    if not isinstance(content, dict):
        return part + " is no object"
    known = fields(_PARTS[part])
    for name in content:
        if name not in [field.name for field in known]:
            return part + " " + name
    for field in known:
        why = field.why_not(content.get(field.name))
        if why:
            return part + " " + field.name + " " + why
    if "i2c" in content and content["i2c"] not in board["i2c"]:
        return part + " lies on no bus"
    for address in content.get("addresses", [content.get("address")]):
        if address is not None:  # as if it were a pin: one chip has it
            why = _take(taken, "%s/%d" % (content["i2c"], address), part)
            if why:
                return why
    if part == "shoe" and ("i2c" in content) == ("spi" in content):
        return "shoe lies on no bus"
    if "spi" in content:
        name = "spi %d" % content["spi"]
        why = _bus(taken, name, content.get("pins"), 3, 100_000, 50_000_000)
        if why:
            return why
    pins = [content[name] for name in _PINS if name in content]
    for pin in pins + content.get("lines", []):
        why = _take(taken, pin, part)
        if why:
            return why
    return None


def _bus(taken, name, told, pins, least, most):
    """A list of pins and the frequency; parts on one bus say the same of it."""
    if not isinstance(told, list) or len(told) != pins + 1 or not isinstance(told[pins], int):
        return name + " is not its pins and frequency"
    if not least <= told[pins] <= most:
        return name + " frequency"
    for k in range(pins):
        why = _take(taken, told[k], "%s %d" % (name, k), name.startswith("spi"))
        if why:
            return why
    return None


def _take(taken, pin, what, shared=False):
    number = isinstance(pin, int) and not isinstance(pin, bool) and 0 <= pin < _MOST_PINS
    if not number and not (isinstance(pin, str) and 1 <= len(pin) <= 16):
        return what + " has no pin"
    if pin in taken and not (shared and taken[pin] == what):
        return "pin %s: %s, %s" % (pin, taken[pin], what)
    taken[pin] = what
    return None


def _clock(board):
    told = board.get("clock", [48_000_000, 0])
    if not isinstance(told, list) or len(told) != 2:
        return "clock is not frequency and voltage"
    if told[1] == 0:
        told = [told[0], 1100]
    for field, value in zip(fields(_CLOCK), told):
        why = field.why_not(value)
        if why:
            return "clock " + field.name + " " + why
    return None


def _boxes(board):
    if "boxes" not in board:
        return None
    boxes = board["boxes"]
    if not isinstance(boxes, dict):
        return "boxes is no object"
    if ("muxes" in board) == ("selects" in board):
        return "boxes are on no mux"
    outputs = 16 if "selects" in board else 8 * len(board["muxes"]["addresses"])
    seats = [str(seat) for seat in range(1, 11)]
    there = {}
    names = []
    for name in list(boxes) + [one for one in _CHANNELS if one in board]:
        at = boxes[name] if name in boxes else board[name]
        if name in boxes and name not in seats:
            return "box %s is no box" % name
        if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at < outputs or at in there:
            return "%s is at no output of its own" % name
        there[at] = name
        names.append("box " + name if name in boxes else name)
    if board.get("targets", 1) not in (1, 2):
        return "targets"
    groups = board.get("groups", [])
    if not isinstance(groups, list):
        return "groups is no list"
    for group in groups:
        if not group or not isinstance(group, list):
            return "groups is no list of lists"
        for name in group:
            if name not in names:
                return "groups: a reader that is not there, or twice"
            names.remove(name)
    return None
