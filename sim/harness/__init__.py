"""A simulated table around the firmware: clock, cable, felt and processes."""
