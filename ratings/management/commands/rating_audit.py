"""manage.py rating_audit: is the ledger whole, and does the formula give what it says?"""

from math import log
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.audit import audit
from ratings.models import Mode


class Command(BaseCommand):
    help = "Check every rating against the ledger, and the ledger against the formula."

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError, and so ends with 1, when anything is wrong."""
        wrong = 0
        for mode in Mode:
            found = audit(mode)
            for problem in found.problems:
                self.stderr.write(f"{mode.label}: {problem}")
            wrong += len(found.problems)
            line = f"{mode.label}: {found.games} games, {len(found.problems)} problems"
            if found.loss is not None:
                line += f", log-loss {found.loss:.4f} (a coin has {log(2):.4f})"
            self.stdout.write(line)
        if wrong:
            raise CommandError(f"{wrong} problems")
