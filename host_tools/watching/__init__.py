"""A table as people elsewhere may watch it: rounds that are over, faces that were released."""
