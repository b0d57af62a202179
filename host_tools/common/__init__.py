"""What every room of the host tools stands on: problems, files, TOML."""
