"""Rounds on a table of real MicroPython, and the heap in use as they go by.

    python -m sim.micropython --heap 4000 -m sim.micropython.growth FOLDER/ GAME ROUNDS EVERY

Prints a line of `rounds heap` every so many rounds, after a collection. The bytes are the 64-bit
unix port's: what matters is whether they grow.
"""

import gc
import sys

from sim.harness import headless


def main(root, game, rounds, every):
    ended = [0]
    worlds = []

    def keep(line):
        if b',"end",' in line:
            ended[0] += 1
            if ended[0] % every == 0:
                worlds[0].house.history.clear()  # what people remember is not the table's
                gc.collect()
                print(ended[0], gc.mem_alloc())  # type: ignore[attr-defined]

    headless.play(root, rounds, prepare=worlds.append, keep=keep, game=game)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
