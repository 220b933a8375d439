"""What other parts of the site may want to know of a player. Each carries `player`."""

from django.dispatch import Signal

player_renamed = Signal()
session_over = Signal()
