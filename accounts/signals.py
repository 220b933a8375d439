"""What other parts of the site may want to know of a player."""

from django.dispatch import Signal

# Carries `player`.
player_renamed = Signal()
