"""Tables and games for administrators. States, seeds and moves are left out: they hold cards."""

from django.contrib import admin

from games.models import Game, Table


@admin.register(Table)
class TableAdmin(admin.ModelAdmin):
    list_display = ("code", "target", "muggins", "revision", "created_at")
    search_fields = ("code",)

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


@admin.register(Game)
class GameAdmin(TableAdmin):
    list_display = ("key", "table", "number", "status", "version", "started_at", "ended_at")
    search_fields = ("key", "table__code")
    exclude = ("state",)
