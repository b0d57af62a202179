"""Putting a release on a board, so that no interruption leaves a dead one.

find ─▶ service (into maintenance) ─▶ repl ─▶ plan ─▶ update (stage, check, commit) ─▶ service

What changed is staged in next/ beside the firmware in use, checked there by its hash, and put in
force by boot.py at the next start, file by file, each by one rename. See docs/flashing.md.
"""
