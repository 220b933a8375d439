"""What the capacity bench is made of."""
