"""Bring the whole site up on this machine; see cribsite/supervisor.py."""

import argparse
import sys
from typing import Any

from django.core.management.base import BaseCommand

from cribsite import supervisor


class Command(BaseCommand):
    """The same as `make play` after its installation."""

    help = "Bring the site up: PostgreSQL, Valkey, daphne, workers and beat."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        supervisor.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(supervisor.run(argparse.Namespace(**options)))
