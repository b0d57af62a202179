"""The full counts: long runs in chunks, on two processes, resumable.

python -m tests.soak [--list] [--only NAME] [--jobs 2] [--fresh]

A soak is a file `soak_NAME.py` here with

    SOURCES   paths or globs from the repository's root whose change makes old results stale
    chunks()  yields Chunk(name, function, arguments); the function raises when something does
              not hold, and returns its figures ({what: how many}), which are summed
    check()   optional: given the summed figures of a whole run, what is wrong with them, or None
"""
