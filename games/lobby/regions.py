"""The two lists of the lobby as HTML."""

from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.lobby.listing import Filters, open_tables, running_tables


def regions(filters: Filters) -> dict[str, SafeString]:
    """Both lists as they are now, each as its element."""
    return {
        "open": region_html("open", open_tables(filters)),
        "running": region_html("running", running_tables(filters)),
    }


def region_html(name: str, value: Any) -> SafeString:
    """One of the two lists as its element."""
    shown = get_template(f"lobby/{name}.html").render({"region": value})
    # The template has escaped what is in it.
    return SafeString(shown.strip())  # nosec B703
