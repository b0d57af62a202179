"""Cards that overlap: only some of a box's tags answer, others after each movement of the stack.

Precisely aligned stacks may not read at all, of two in a stack both, a third is "iffy" (public
reports). So of five cards two or three answer here, whichever; a card alone does.
"""


class Overlap:
    """Of more than `most` tags only `most` answer; `dice.below(n)` chooses anew at each change.

    `cleared`: whether somebody has fanned the cards: then all answer until the next movement.
    """

    def __init__(self, dice, most: int):
        self._dice = dice
        self._most = most
        self._before = []
        self._chosen = []
        self.cleared = False

    def __call__(self, tags):
        if tags != self._before:
            self._before = list(tags)
            self.cleared = False
            left = list(tags)
            while len(left) > self._most:
                left.pop(self._dice.below(len(left)))
            self._chosen = left
        return list(tags) if self.cleared else self._chosen

    def fan(self) -> None:
        """Somebody fans the cards."""
        self.cleared = True
