"""Classes with methods, defaults, properties and a chain of parents."""


class First:
    kind = "first"

    def __init__(self, left, right=7, *more, **named):
        self.left = left
        self.right = right
        self.more = more
        self.named = named

    @property
    def sum(self):
        return self.left + self.right

    def each(self):
        for one in self.more:
            yield one, self.named.get(one)

    def judged(self, given):
        try:
            return getattr(self, "_judge_" + given[0])(*given[1:])
        except AttributeError:
            raise ValueError(f"nobody judges {given[0]}") from None
        finally:
            self.left += 1


class Second(First):
    def _judge_card(self, place, card):
        if place == self.right and card not in self.more:
            self.more += (card,)
            return [("deal", place, card)]
        return []

    def _judge_bet(self, seat, cents):
        return [("act", seat, "bet", cents, None), ("return", seat, cents // 2, "C 19.13")]


class Third(Second):
    def _judge_fold(self, seat):
        return [("act", seat, "fold", 0, None)]

    def __repr__(self):
        return f"<{self.kind} with {self.left} and {self.right}>"


def made(count):
    """Functions in functions."""

    def one(number):
        def two(other):
            return number * other + count

        return two

    return [one(number) for number in range(count)]
