"""The players' part of the site."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from accounts.joining import adopt

        user_logged_in.connect(adopt, dispatch_uid="adopt")
