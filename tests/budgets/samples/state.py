"""What a program makes as it runs: lists, dictionaries, buffers, objects and generators."""


class Place:
    def __init__(self, number):
        self.number = number
        self.cards = []
        self.seen = {}
        self.buffer = bytearray(24)
        self.late = None


def _task(place):
    waited = 0
    while True:
        waited += 1
        place.seen[waited % 5] = waited
        yield waited


PLACES = [Place(number) for number in range(13)]
TASKS = [_task(place) for place in PLACES]
for _task_of_one in TASKS:
    for _ in range(7):
        next(_task_of_one)
MONEY = [100 * number for number in range(60)]
LARGE = [(1 << 40) + number for number in range(20)]
SETS = [set(range(number)) for number in range(8)]
VIEW = memoryview(bytearray(512))
TEXTS = [f"seat {number}" for number in range(30)]
