"""Every numbered rule of the five documents: how it is met, by which code, shown by which tests."""
