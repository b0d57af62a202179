"""Measurements, side by side in one run, as ratios.

python -m tests.bench [NAME ...]

A benchmark is a file `bench_NAME.py` here with `tables()`, which yields rich tables. Seconds
depend on the machine; ratios within one run hardly do. No test asserts seconds.
"""
