"""Where everything lies in FRAM. The numbers are part of the format: see docs/vault.md.

A chip of 64 kB has the same as one of 32 kB, but for the ring: there it holds a whole round of
nine boxes, so that nothing need be moved to the files while cards are dealt. What lies between is
kept for what is planned (docs/budgets.md). Which chip is there the board's definition says.
"""

SIZE = 32768

BOOKS_SLOT = 2304  # one state of the books, with head; two alternate in each copy
BOOKS_A = 0
BOOKS_B = 2 * BOOKS_SLOT

PRIVATE_SLOT = 248  # the faces under the seals of the open round
PRIVATE_A = 4 * BOOKS_SLOT
PRIVATE_B = PRIVATE_A + 2 * PRIVATE_SLOT

MARKS = PRIVATE_A + 4 * PRIVATE_SLOT  # two alternating marks of 8 bytes
TEST_BYTE = MARKS + 16  # the self-test changes it
RING_SIZE = 11264
RING_A = MARKS + 32
RING_B = RING_A + RING_SIZE

LARGE = 65536
WRONG_KEYS = 10304  # two alternating slots: how often each role's key was wrong
WRONG_KEYS_SLOT = 32
LINK = WRONG_KEYS + 2 * WRONG_KEYS_SLOT  # two slots: name and epoch of a linked jackpot's room
LINK_SLOT = 128
PLANNED = LINK + 2 * LINK_SLOT  # from here to FACES_INDEX
_LARGE_RING_SIZE = 22528
_LARGE_RING_A = LARGE - 2 * _LARGE_RING_SIZE
_LARGE_RING_B = LARGE - _LARGE_RING_SIZE
ENTRIES_SIZE = 512  # where the entries of the open round begin (entries.py)
ENTRIES = _LARGE_RING_A - ENTRIES_SIZE
FACES_INDEX_SLOT = 32  # what waits to be released (delayed_faces.py): two slots in turn
FACES_SIZE = 7104
FACES_INDEX = ENTRIES - FACES_SIZE - 2 * FACES_INDEX_SLOT
FACES = ENTRIES - FACES_SIZE


def faces_wait(memory):
    """Whether anything was ever kept to be released later (delayed_faces.py)."""
    head = bytearray(2)
    for slot in (FACES_INDEX, FACES_INDEX + FACES_INDEX_SLOT):
        memory.read(slot, head)
        if head == b"CT":
            return True
    return False


def ring(size):
    """(first copy, second copy, bytes of each) in a chip of `size` bytes."""
    if size >= LARGE:
        return _LARGE_RING_A, _LARGE_RING_B, _LARGE_RING_SIZE
    return RING_A, RING_B, RING_SIZE
