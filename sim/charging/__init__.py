"""A desk that charges: the firmware's own work costs time on the virtual clock, as on a Pico.

weights.py and instrument.py count what the firmware does, block by block of its source; costs.json
says what that costs, function by function, measured on the emulated Pico (`python -m sim.charging
measure`); clock.py lets the time pass. See docs/emulated-pico.md.
"""
