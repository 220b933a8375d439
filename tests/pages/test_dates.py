"""Dates are written one way on every page, and so is "cannot"."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils.formats import date_format

TEMPLATES = sorted(Path("templates").rglob("*.*"))
# Besides the site's own formats: for programs, and where seconds or the day alone are wanted.
WAYS = {"DATE_FORMAT", "DATETIME_FORMAT", "c", "F Y", "H:i:s", "j F Y, H:i:s", "j F, H:i:s"}


def test_the_day_comes_before_the_month_in_full():
    at = datetime(2026, 11, 30, 9, 5, tzinfo=UTC)
    assert date_format(at) == "30 November 2026"
    assert date_format(at, "DATETIME_FORMAT") == "30 November 2026, 09:05"


@pytest.mark.parametrize("path", TEMPLATES, ids=str)
def test_no_page_has_a_way_of_its_own(path):
    text = path.read_text()
    assert set(re.findall(r"""\|date:["']([^"']*)["']""", text)) <= WAYS
    assert "can not" not in text
