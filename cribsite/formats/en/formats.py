"""Dates in English: the same way on every page."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
