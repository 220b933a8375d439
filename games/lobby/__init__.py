"""The lobby: open tables and running public games, live."""
