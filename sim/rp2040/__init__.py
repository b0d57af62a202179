"""The board itself, emulated: real MicroPython on an RP2040, with a full table around it.

emulator/ has the chip, the parts on the table and the hands (JavaScript, run by node); the modules
here find a MicroPython, put the firmware on it, record plays on the desk, and compare. See
docs/emulated-pico.md.
"""
