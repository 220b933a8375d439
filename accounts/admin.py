"""Users, players, reports and what moderators did, for administrators."""

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.devices import end_all_sessions
from accounts.models import Player, Report, User
from accounts.sanctions.models import Appeal, LogEntry, Sanction
from cribsite.readonly import ReadOnly

# A subject of its own; Django looks for all of it here.
from accounts.words.admin import ListedWordAdmin  # noqa: F401  # isort: skip

# allauth's own pages show the secrets of second steps, and forget sessions without ending them.
admin.site.unregister([Authenticator, UserSession])


class NewPasswordForm(AdminPasswordChangeForm):
    """A password that an administrator sets logs every device of the account out."""

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit)
        end_all_sessions(user)
        return user


@admin.register(User)
class AccountAdmin(UserAdmin):
    change_password_form = NewPasswordForm
    list_display = ("name", "email", "is_staff", "is_active", "date_joined")
    list_select_related = ("player",)
    search_fields = ("player__name", "email", "username")
    ordering = ("player__name", "pk")

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Accounts are deleted by their owners: then name, chat and seats go with them."""
        return False

    @admin.display(description=_("name"), ordering="player__name")
    def name(self, user: User) -> str:
        """The player's: what the log-in itself is called says nothing after a sign-up."""
        return user.known_as


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    """Looked at only. Names are taken away at /moderation/, where the player is told."""

    list_display = ("name", "kind", "email", "created_at")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("name", "user__email")
    raw_id_fields = ("user",)

    @admin.display(description=_("e-mail"))
    def email(self, player: Player) -> str:
        """Of the account, if there is one."""
        return player.user.email if player.user else ""


@admin.register(Authenticator)
class SecondStepAdmin(ReadOnly):
    """Removed for somebody who has lost the phone and the recovery codes."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user__player",)
    search_fields = ("user__email", "user__player__name")
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


@admin.register(Sanction)
class SanctionAdmin(ReadOnly):
    """Imposed and lifted on the moderators' pages, where it is told and logged."""

    list_display = ("at", "player", "kind", "until", "ended_at", "by")
    list_filter = ("kind",)
    list_select_related = ("player", "by__player")
    search_fields = ("player__name",)


@admin.register(Appeal)
class AppealAdmin(ReadOnly):
    list_display = ("at", "sanction", "decided_at", "granted", "decided_by")
    list_filter = ("granted",)
    list_select_related = ("sanction", "decided_by__player")
    search_fields = ("sanction__player__name",)


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    list_display = ("at", "action", "actor_name", "player", "game", "report")
    list_filter = ("action",)
    list_select_related = ("player", "game", "report")
    search_fields = ("player__name", "actor_name")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        hidden = lookup.startswith(("game__", "report__"))
        return not hidden and super().lookup_allowed(lookup, value, request)
