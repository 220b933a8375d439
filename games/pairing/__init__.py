"""The queue of the quick game: who looks for a ranked game, and who is brought together."""
