"""MicroPython with 32-bit pointers, to count a Pico's heap on the desk.

The unix port that the tests run on is 64-bit: its objects are larger than a Pico's, and by how much
depends on what they are. npm's WebAssembly build has pointers as wide as a Pico's, so modules,
objects and names take the same room there; tests/budgets/test_narrow.py holds it against an
emulated Pico. What it lacks: it collects garbage only between two steps of a program, knows no
machine code, and has no chip around it (the simulator is loaded beside the firmware and not
counted).
"""
