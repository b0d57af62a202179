"""Boards as data: read, checked, compiled to what the firmware reads, drawn for people.

boards/<name>/board.toml ─▶ shape ─▶ checks ─▶ compiled (board.json)
                                         └──▶ wiring ─▶ pages (README.md), diagram (wiring.svg)
"""
