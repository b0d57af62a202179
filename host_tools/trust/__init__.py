"""What is asked of such a table, who might attack it, and the tests that show the answers."""
