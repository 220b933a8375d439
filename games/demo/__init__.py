"""A site as it could be after half a year: people, and ranked games played by the rules."""
