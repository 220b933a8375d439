"""The bare echo as a server runs it: Django's settings for the channel layer, nothing of the site."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribsite.settings")

import django

django.setup()

from bench.load.echo import application

__all__ = ["application"]
