"""Pages of the handbook that are made from data: parts, and the drawing of the table."""
