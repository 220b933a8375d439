"""The Celery application: CPU moves and the sweep. Tasks carry numbers, never cards."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribsite.settings")

app = Celery("cribsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
