"""Where everything lies in 32 kB of FRAM. The numbers are part of the format: see docs/vault.md."""

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
