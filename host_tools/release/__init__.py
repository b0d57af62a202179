"""A release: the files of the firmware compiled, listed with their hashes, signed, bundled."""
