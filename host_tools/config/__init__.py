"""A table's configuration: one file for people, checked against the declarations."""
