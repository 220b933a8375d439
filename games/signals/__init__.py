"""What the site notices by itself, for the moderators' queue."""
