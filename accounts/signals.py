"""What other parts of the site may want to know of a player."""

from django.dispatch import Signal

# Carries `player`.
player_renamed = Signal()
# Carries `guest` and `player`: the guest's device has logged in, its seats go over.
player_merged = Signal()
