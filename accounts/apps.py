"""The players' part of the site."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from allauth.account.signals import password_changed, password_reset, password_set
        from django.contrib.auth.signals import user_logged_in
        from django.db.models.signals import post_save, pre_delete

        from accounts import blocks, devices, export, mutes, own_data, reports
        from accounts.joining import adopt
        from accounts.models import User
        from accounts.renaming import allowed, taken_away
        from accounts.sanctions import handing_over
        from accounts.signals import player_leaving, player_merged, player_sanctioned
        from accounts.traces.noting import note_log_in

        user_logged_in.connect(adopt, dispatch_uid="adopt")
        user_logged_in.connect(note_log_in, dispatch_uid="note_log_in")
        player_merged.connect(handing_over.hand_over, dispatch_uid="sanctions")
        player_merged.connect(mutes.hand_over, dispatch_uid="mutes")
        player_merged.connect(blocks.hand_over, dispatch_uid="blocks")
        player_merged.connect(reports.hand_over, dispatch_uid="reports")
        player_sanctioned.connect(taken_away.note, dispatch_uid="names_taken_away")
        player_leaving.connect(allowed.forget, dispatch_uid="renamings")
        for new_password in (password_changed, password_reset, password_set):
            new_password.connect(devices.end_other_sessions, dispatch_uid="other_sessions")
        post_save.connect(devices.end_when_barred, sender=User, dispatch_uid="barred")
        pre_delete.connect(devices.end_when_deleted, sender=User, dispatch_uid="deleted")
        export.section("account", own_data.account)
        export.section("player", own_data.who)
        export.section("preferences", own_data.preferences)
        export.section("blocks", own_data.blocks)
        export.section("reports_made", own_data.reports)
        export.section("sanctions", own_data.sanctions)
