"""The project: settings, the entry points, and the services that it starts."""

# Loaded with Django, so that tasks find their broker in every process.
from cribsite.celery import app as celery_app

__all__ = ["celery_app"]
