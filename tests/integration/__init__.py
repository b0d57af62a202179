"""Several rooms together, as a user or a board would use them."""
