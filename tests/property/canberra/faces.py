"""The cards of a round of Canberra Poker that are on the table or in the rack."""


def faces(played) -> list[str]:
    tokens = played.dealer + played.astray
    for box in played.boxes.values():
        tokens = tokens + box.tokens + box.racked
    return [played.sealer.face(token) for token in tokens]
