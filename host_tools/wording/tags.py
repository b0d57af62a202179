"""What is said when no tag answers: a deck that a PN532 cannot read looks like no deck at all."""

NO_TAG = "no tag answers: is this an ISO 14443A deck?"
NO_TAG_NEXT = "A PN532 reads no ISO 15693 tags; docs/decks.md says how to tell them apart."
