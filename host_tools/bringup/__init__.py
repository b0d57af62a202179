"""`cardtable bringup`: a first real board measured, and the emulation held against it."""
