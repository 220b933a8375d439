"""The bare echo as a server runs it: Django's settings for the channel layer, nothing more."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribsite.settings")

import django

django.setup()

from bench.load.echo import application  # noqa: E402

__all__ = ["application"]
