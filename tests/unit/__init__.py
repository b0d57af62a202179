"""One module or one room of the code at a time."""
