"""Who would win how often, for people who watch: exact where that is small, else by trial."""
