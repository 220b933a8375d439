"""What is different at a table whose games count for a rating."""
