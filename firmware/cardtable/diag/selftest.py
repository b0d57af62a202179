"""Tests a technician starts: the antenna's own, and which fields reach which reader.

They use the air: no sweep goes on meanwhile. `readers` are of readers/reader.py, given from above.
"""

_ANTENNA = b"\xd4\x00\x07\x31"  # Diagnose: antenna, thresholds as in published traces
_FIELD_ON = b"\xd4\x32\x01\x01"
_FIELD_OFF = b"\xd4\x32\x01\x00"
_FIELD_MS = 30
_OK = 0


def antenna(reader, readings):
    """The result of one antenna test, kept as a trend; None when the reader does not answer."""
    if (yield from reader.prepare()) != _OK:
        return None
    if (yield from reader.chip.exchange(_ANTENNA, 1)) != _OK or len(reader.chip.answer) != 1:
        return None
    result = reader.chip.answer[0]
    readings.note_antenna(result)
    return result


def bleed(readers, readings):
    """Each field on in turn, the others asked for an external field; bits into `readings`.

    Bit k of a reader's `bleeds`: the field of reader k reaches it. -1 when that cannot be told: it
    does not answer, or another field reaches it, such as that of a chip that fell silent with its
    field on. True when every reader was tested.
    """
    for k in range(len(readings)):
        readings[k].bleeds = 0
    yield from _leave_out(readers, readings)
    for k in range(len(readers)):
        if readings[k].bleeds < 0:
            continue
        chip = readers[k].chip
        failed = yield from chip.exchange(_FIELD_ON, 0, _FIELD_MS)
        if not failed:
            yield from _ask(readers, readings, k)
            failed = yield from chip.exchange(_FIELD_OFF, 0)
        if failed:
            readings[k].bleeds = -1
            readers[k].forget()
            yield from readers[k].prepare()  # set up anew, which ends with its field off
            yield from _leave_out(readers, readings)
    return -1 not in [one.bleeds for one in readings]


def _ask(readers, readings, on):
    for k in range(len(readers)):
        if k != on and readings[k].bleeds >= 0:
            reached = yield from readers[k].drowned()
            if reached is None:
                readings[k].bleeds = -1
            elif reached:
                readings[k].bleeds |= 1 << on


def _leave_out(readers, readings):
    """With every field off: of whom nothing can be told."""
    for k in range(len(readers)):
        if readings[k].bleeds >= 0 and (yield from readers[k].drowned()) is not False:
            readings[k].bleeds = -1
