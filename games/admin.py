"""Tables and games for administrators. States, seeds and moves are left out: they hold cards."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import Game, Table


class ReadOnly(admin.ModelAdmin):
    """Looked at, never edited: games change through the one write path only."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


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
