"""What `cardtable sim` runs besides a table: a bare board, fast rounds."""
