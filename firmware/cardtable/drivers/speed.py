"""Another clock than the one MicroPython starts with, on an RP2040.

`machine.freq()` sets no voltage. A core that is faster than 133 MHz needs 1.15 V (data sheet
5.2.3.1); the regulator gives 1.10 V after a reset and keeps what it is told until the next one.
"""

import time

import machine

_VREG = 0x40064000  # RP2040 data sheet 2.10.6: bits 4 to 7 choose the voltage
_VOLTAGE = 0xF0
_STEP_1100 = 0xB  # steps of 50 mV
_SETTLES_US = 1000


def run_at(hertz, millivolts):
    """Before any bus is made: their speeds are reckoned from it."""
    if millivolts:
        step = _STEP_1100 + (millivolts - 1100) // 50
        machine.mem32[_VREG] = machine.mem32[_VREG] & ~_VOLTAGE | step << 4
        time.sleep_us(_SETTLES_US)
    machine.freq(hertz)
