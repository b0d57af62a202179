# pyright: reportAttributeAccessIssue=false, reportUndefinedVariable=false
"""Functions that are machine code on a board, among others that are not."""

import micropython


def plain(values):
    return [value + 1 for value in values if value]


@micropython.native
def native(values, most):
    total = 0
    for value in values:
        if value > most:
            raise ValueError("too much")
        total += value
    return total


@micropython.viper
def viper(buffer: ptr8, count: int) -> int:
    total = 0
    at = 0
    while at < count:
        total += buffer[at] << (at & 7)
        at += 1
    return total


class Mixed:
    def __init__(self, given):
        self.given = given

    @micropython.native
    def step(self):
        given = self.given
        while given and given[0] <= 0:
            given.pop(0)
        return given[0] if given else None
