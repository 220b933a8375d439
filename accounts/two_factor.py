"""Switching the second step on: a page that shows a secret, and draws it."""

from allauth.account.decorators import verified_email_required
from allauth.mfa.totp.views import activate_totp
from csp.decorators import csp_update
from django.views.decorators.cache import never_cache

# The picture comes within the page, as a data: address; no other page allows that. A second step
# on an address that is not confirmed could lock its real owner out.
activate = verified_email_required(never_cache(csp_update({"img-src": "data:"})(activate_totp)))
