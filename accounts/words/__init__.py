"""Words that are hidden from others in the chat, and refused in names."""
