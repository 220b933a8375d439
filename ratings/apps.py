"""Ratings of players, and the ledger behind them."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"

    def ready(self) -> None:
        from accounts import export
        from ratings import own_data

        export.section("ratings", own_data.ratings)
