"""Tests a technician starts: the antenna's own, and which fields reach which reader.

They use the air: no sweep goes on meanwhile. `readers` are of readers/reader.py, given from above.
"""

_ANTENNA = b"\xd4\x00\x07\x31"  # Diagnose: antenna, thresholds as in published traces
_FIELD_ON = b"\xd4\x32\x01\x01"
_FIELD_OFF = b"\xd4\x32\x01\x00"
_STATUS = b"\xd4\x04"  # GetGeneralStatus: last error, external field, targets …
_STATUS_LENGTH = 12
_FIELD_MS = 30
_OK = 0


async def antenna(reader, readings):
    """The result of one antenna test, kept as a trend; None when the reader does not answer."""
    if await reader.prepare() != _OK:
        return None
    if await reader.chip.exchange(_ANTENNA, 1) != _OK or len(reader.chip.answer) != 1:
        return None
    result = reader.chip.answer[0]
    readings.note_antenna(result)
    return result


async def bleed(readers, readings):
    """Each field on in turn, the others asked for an external field; bits into `readings`.

    Bit k of a reader's `bleeds`: the field of reader k reaches it. False when one did not answer.
    """
    whole = True
    for k in range(len(readings)):
        readings[k].bleeds = 0
    for k in range(len(readers)):
        chip = readers[k].chip
        if await readers[k].prepare() != _OK or await chip.exchange(_FIELD_ON, 0, _FIELD_MS):
            whole = False
            continue
        for other in range(len(readers)):
            if other != k:
                told = await _disturbed(readers[other])
                if told is None:
                    whole = False
                elif told:
                    readings[other].bleeds |= 1 << k
        await chip.exchange(_FIELD_OFF, 0)
    return whole


async def _disturbed(reader):
    if await reader.prepare() != _OK:
        return None
    if await reader.chip.exchange(_STATUS, _STATUS_LENGTH) != _OK or len(reader.chip.answer) < 2:
        return None
    return bool(reader.chip.answer[1])
