"""What lies under the seals of a round, worked out as anybody can who has a ledger."""

from __future__ import annotations

from binascii import hexlify, unhexlify

from cardtable.rules.seals import hmac_sha256, seal_of


def seals_of(records, first):
    """Every seal of the round that begins with this record."""
    tokens = []
    for number, _, kind, *fields in records:
        if number <= first:
            continue
        if kind == "round":
            break
        if kind == "deal" and len(fields[1]) > 3:
            tokens.append(fields[1])
    return tokens


def opened_by(secret: str, cards: str) -> dict[str, str]:
    """Seal → card, worked out as anybody can who has the record."""
    made = {}
    for at in range(len(cards) // 2):
        salt = hexlify(hmac_sha256(unhexlify(secret), str(at).encode())[:16]).decode()
        card = cards[2 * at : 2 * at + 2]
        made[seal_of(card, salt)] = card
    return made
