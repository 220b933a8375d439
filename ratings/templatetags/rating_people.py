"""Those whose ratings they are, in templates."""

from collections.abc import Sequence

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ratings.history import Person

register = template.Library()


@register.simple_tag
def people(found: Sequence[Person]) -> SafeString:
    """Like "Ann, Bob and Cleo", each a link to the profile."""
    links = [
        format_html('<a href="{}">{}</a>', reverse("profile", args=[each.pk]), each.name)
        for each in found
    ]
    if len(links) < 2:
        return SafeString("".join(links))
    before = format_html_join(", ", "{}", ((link,) for link in links[:-1]))
    return format_html(_("{before} and {last}"), before=before, last=links[-1])
