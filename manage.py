#!/usr/bin/env python
"""The site's commands. ``play`` brings the whole site up; the others find its servers or start them
for as long as they run, unless DATABASE_URL and REDIS_URL name servers already."""

import os
import sys


def main() -> None:
    """Run one command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribsite.settings")
    if sys.argv[1:2] == ["play"]:
        from cribsite.supervisor import main as play

        sys.exit(play(sys.argv[2:]))
    from django.core.management import execute_from_command_line

    from cribsite.processes import Trouble
    from cribsite.services import for_command

    try:
        with for_command():
            execute_from_command_line(sys.argv)
    except Trouble as trouble:
        print(f"cribbage: {trouble}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
