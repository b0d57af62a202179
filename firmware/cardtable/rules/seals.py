# pyright: reportArgumentType=false
# viper takes any buffer for a pointer
"""Seals: a face-down card as it may be told before it is shown.

A seal is an HMAC of the card under a salt of its own that stays on the board. When the card is
shown, the record opens it: anyone can then check the seal against card and salt. Every salt comes
from the round's secret, so opening one card tells nothing about the others.
"""

import hashlib
from binascii import hexlify

import micropython

from cardtable.rules.cards import card_text, parse_card

_BLOCK = 64  # of SHA-256, RFC 2104
SECRET = 16  # bytes of a round's secret


def hmac_sha256(key, message):
    """HMAC (RFC 2104); stock boards carry no hmac module."""
    if len(key) > _BLOCK:
        key = hashlib.sha256(key).digest()
    pad = bytearray(_BLOCK)
    _pad(pad, key, len(key), 0x36)
    inner = hashlib.sha256(pad)
    inner.update(message)
    _pad(pad, key, len(key), 0x5C)
    outer = hashlib.sha256(pad)
    outer.update(inner.digest())
    return outer.digest()


@micropython.viper
def _pad(pad: ptr8, key: ptr8, length: int, mask: int):
    k = 0
    while k < 64:
        if k < length:
            pad[k] = key[k] ^ mask
        else:
            pad[k] = mask
        k += 1


def seal_of(card, salt):
    """The seal of a card ("As") under a salt (32 hex digits): 32 hex digits."""
    return hexlify(hmac_sha256(salt.encode(), card.encode())[:16]).decode()


class Sealer:
    """Seals the cards of one round and remembers what lies under each seal."""

    def __init__(self, secret):
        self._secret = secret
        self._at = {}  # seal → how many were sealed before it
        self._cards = bytearray()  # codes of the sealed cards, in that order

    def _salt(self, at):
        # The count makes every salt new, also for a card that comes back after a reshuffle.
        return hexlify(hmac_sha256(self._secret, str(at).encode())[:16]).decode()

    def seal(self, card):
        at = len(self._cards)
        seal = seal_of(card, self._salt(at))
        self._at[seal] = at
        self._cards.append(parse_card(card))
        return seal

    @property
    def count(self):
        """How many cards were sealed."""
        return len(self._cards)

    def dump(self):
        """Everything that the seals hide, for the vault and for nobody else."""
        return self._secret + bytes(self._cards)

    def face(self, token):
        """The card under a seal; a face is its own face; None when the seal is not ours."""
        if len(token) <= 3:
            return token
        at = self._at.get(token)
        return None if at is None else card_text(self._cards[at])

    @micropython.native
    def token_of(self, card, tokens):
        """Which of these the card ("As") is, open or sealed; None: none of them."""
        at = self._at
        cards = self._cards
        code = parse_card(card)
        for token in tokens:
            if token == card if len(token) <= 3 else token in at and cards[at[token]] == code:
                return token
        return None

    def lies_in(self, card, tokens):
        """Whether the card ("As") is one of these, open or sealed."""
        return self.token_of(card, tokens) is not None

    def hides(self, token):
        """Whether a card lies face down under this."""
        return len(token) > 3

    def opening(self, token):
        """(card, salt) that opens a seal; the salt of an open card is empty."""
        if len(token) <= 3:
            return token, ""
        at = self._at[token]
        return card_text(self._cards[at]), self._salt(at)


def restored(data):
    """The Sealer that `dump` came from."""
    sealer = Sealer(data[:SECRET])
    for code in data[SECRET:]:
        sealer.seal(card_text(code))
    return sealer


class Open:
    """No secrecy: for rounds read from files, where the faces are given."""

    count = 0

    def __init__(self):
        self._down = []  # cards that were dealt face down, as far as they have not come again

    def seal(self, card):
        self._down.append(card)
        return card

    def hides(self, token):
        return token in self._down

    def face(self, token):
        return token

    def token_of(self, card, tokens):
        return card if card in tokens else None

    def lies_in(self, card, tokens):
        return card in tokens

    def opening(self, token):
        return token, ""
