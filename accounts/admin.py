"""Users and players for administrators."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from accounts.models import Player, User

admin.site.register(User, UserAdmin)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("name", "kind", "user", "created_at")
    list_filter = ("kind",)
    search_fields = ("name",)
    raw_id_fields = ("user",)
