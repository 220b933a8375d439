"""Users, players and reports for administrators."""

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from accounts.models import Player, Report, User
from cribsite.readonly import ReadOnly

# A subject of its own; Django looks for all of it here.
from accounts.words.admin import ListedWordAdmin  # noqa: F401  # isort: skip

admin.site.register(User, UserAdmin)
# allauth's own pages show the secrets of second steps, and forget sessions without ending them.
admin.site.unregister([Authenticator, UserSession])


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("name", "kind", "user", "created_at")
    list_filter = ("kind",)
    search_fields = ("name",)
    raw_id_fields = ("user",)


@admin.register(Authenticator)
class SecondStepAdmin(ReadOnly):
    """Removed for somebody who has lost the phone and the recovery codes."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    search_fields = ("user__email",)
    exclude = ("data",)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return bool(super(ReadOnly, self).has_delete_permission(request, obj))

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return not lookup.startswith("data") and super().lookup_allowed(lookup, value, request)


@admin.register(Report)
class ReportAdmin(ReadOnly):
    """What happened at the table is not shown here: it may hold cards that are hidden."""

    list_display = ("at", "reason", "about", "reporter", "game", "state")
    list_filter = ("reason", "state")
    list_select_related = ("about", "reporter")
    search_fields = ("about__name", "reporter__name")
    exclude = ("moment",)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        hidden = lookup.startswith(("moment", "game__"))
        return not hidden and super().lookup_allowed(lookup, value, request)
