"""Numbers of ratings in templates."""

from django import template

from ratings import uncertainty

register = template.Library()

register.filter("whole", uncertainty.whole)
register.filter("exact", uncertainty.exact)
register.filter("signed", uncertainty.signed)
