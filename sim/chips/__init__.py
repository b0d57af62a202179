"""Emulated chips, tags, buses and pins under the table.

Everything here runs on CPython and on MicroPython, knows no wall clock and no chance, and raises
on a call it does not know. Timings are a model put together from data sheets and published
traces; none of them was measured on real hardware.
"""
