"""What reports share: records received, plots, times for people. Their verbs are in cli/."""
