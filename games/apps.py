"""The tables' part of the site."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import export, signals
        from accounts.signals import (
            guest_going,
            player_leaving,
            player_merged,
            player_renamed,
            player_sanctioned,
        )
        from games import departing, own_data, receivers
        from games.receivers import hand_over_seats, obey_sanction, show_new_name

        signals.hearing_changed.connect(receivers.show_to_own_pages, dispatch_uid="hearing")
        signals.word_list_changed.connect(receivers.show_new_words, dispatch_uid="words")
        player_renamed.connect(show_new_name, dispatch_uid="show_new_name")
        player_sanctioned.connect(obey_sanction, dispatch_uid="obey_sanction")
        player_merged.connect(hand_over_seats, dispatch_uid="hand_over_seats")
        player_leaving.connect(departing.give_up, dispatch_uid="give_up")
        guest_going.connect(departing.delete_alone, dispatch_uid="delete_alone")
        export.section("games", own_data.games)
        export.section("seats_lost", own_data.missed)
        export.section("chat", own_data.chat)
