"""Independent answers to hold the firmware against: other libraries, and brute force."""
