"""Ratings of players, and the ledger behind them."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"
