"""Rounds as files: read, play through the firmware's own rules, compare with what is expected."""
