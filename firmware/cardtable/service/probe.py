"""A technician's look at every mux and reader in turn: who answers, as what, and who blocks a bus.

No sweep goes on meanwhile. The host makes causes and remedies of it (host_tools/doctor/).
"""

from cardtable.readers.codes import OK

_FAR = 110  # ETIMEDOUT: a line of the bus is held


async def look(boxes, found):
    """[name, result, version, errno, blocks, mux] a reader, [name, result] a mux, into `found`.

    A reader's result is a code of readers/codes.py; a mux's is that of Muxes.try_out(). `blocks`
    is 1 when the muxes cannot be reached while this reader is connected, and can without it.
    """
    muxes = boxes.muxes
    held = False
    for k in range(len(muxes.astray)):
        result = muxes.try_out(k)
        held = held or result == _FAR
        found.append(["mux %d" % (k + 1), result])
    if held:
        muxes.reset()  # a reader that holds the line is cut off: then the muxes answer again
        for k in range(len(muxes.astray)):
            found[k][1] = muxes.try_out(k)
    for place in sorted(boxes.readers):
        reader = boxes.readers[place]
        chip = reader.chip
        chip.bus_error = 0
        reader.forget()
        code = await reader.echo()
        blocks = 0
        if code != OK and chip.bus_error == _FAR:
            blocks = int(muxes.try_out(0) == _FAR)
            muxes.reset()
            if blocks and muxes.try_out(0) == _FAR:
                blocks = 0  # the bus is held by somebody else
        if code != OK:
            reader.forget()
        mux = chip.transport.route.mux
        version = 0 if chip.wrong_chip else chip.version
        found.append([reader.name, code, version, chip.bus_error, blocks, mux])
