"""Tables and games for administrators. States, seeds and moves are left out: they hold cards."""

from django.contrib import admin
from django.http import HttpRequest

from cribsite.readonly import ReadOnly
from games.models import Game, Table


@admin.register(Table)
class TableAdmin(ReadOnly):
    list_display = ("code", "target", "muggins", "revision", "created_at")
    search_fields = ("code",)


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ("key", "table", "number", "status", "version", "started_at", "ended_at")
    search_fields = ("key", "table__code")
    exclude = ("state",)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # Django lets an address filter by any field, and so ask for the cards one by one.
        return not lookup.startswith("state") and super().lookup_allowed(lookup, value, request)
