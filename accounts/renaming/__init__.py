"""Taking another name: who may and how often, and which names were taken away for good."""
