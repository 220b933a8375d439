"""What other parts of the site may want to know of a player."""

from django.dispatch import Signal

# Carries `player`. Sent within the renaming's transaction: a receiver may refuse the name by a
# ValidationError.
player_renamed = Signal()
# Carries `guest` and `player`: the guest's device has logged in, its seats go over.
player_merged = Signal()
# Carries `player` and `sanction`: something was imposed on the player, or is over. Sent within the
# transaction.
player_sanctioned = Signal()
# Carries `player`, whose name and account go. Sent within the transaction: receivers give up what
# the player holds, and take away what it said.
player_leaving = Signal()
# Carries `player`, a guest who has not been seen since `idle_since`. Sent within the transaction:
# receivers delete what nobody else had a part in, or raise anonymising.StillHere.
guest_going = Signal()
# Carries `player`: what the player wants to hear at tables is another. Sent within the transaction.
hearing_changed = Signal()
# The list of words is another. Sent within the transaction.
word_list_changed = Signal()
