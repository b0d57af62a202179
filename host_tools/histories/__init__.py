"""Hand histories in the PHH format: read, and played through the firmware's rules."""
