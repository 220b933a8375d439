"""What moderators impose on a player, how it is told, appealed and lifted, and the log of that."""
