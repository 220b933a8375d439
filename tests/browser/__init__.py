"""Tests in a real browser, on a whole site."""
