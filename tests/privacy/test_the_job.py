"""The work that forgets people comes by itself, where turns at tables are not held up by it."""

import pytest
from celery import current_app
from django.conf import settings

from accounts import forgetting, tasks


def test_it_comes_every_minute_to_the_worker_of_the_sweep():
    (entry,) = [
        each
        for each in settings.CELERY_BEAT_SCHEDULE.values()
        if each["task"] == "accounts.tasks.forget"
    ]
    assert entry["schedule"] <= 24 * 3600
    assert entry["options"]["expires"] <= entry["schedule"]
    assert settings.CELERY_TASK_ROUTES[entry["task"]] == {"queue": "sweep"}
    current_app.loader.import_default_modules()
    assert entry["task"] in current_app.tasks
    assert forgetting.PASS_SECONDS < 1


@pytest.mark.django_db
def test_with_nobody_to_forget_it_asks_two_questions(django_assert_num_queries):
    with django_assert_num_queries(2):
        tasks.forget()
