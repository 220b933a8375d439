"""From where accounts are used, kept so that nobody can read it: only that two share it shows."""
