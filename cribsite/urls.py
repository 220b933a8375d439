"""Addresses of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

from accounts import two_factor
from cribsite import legal, views

handler400 = "cribsite.views.bad_request"
handler500 = "cribsite.views.server_error"
# The administration's own log-in knows no second step and no limit to guessing.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("", include("ratings.urls")),
    path("rules/", TemplateView.as_view(template_name="rules.html"), name="rules"),
    path("fair/", TemplateView.as_view(template_name="fair.html"), name="fair"),
    path("terms/", legal.terms, name="terms"),
    path("privacy/", legal.privacy, name="privacy"),
    path("contact/", legal.contact, name="contact"),
    path("moderation/", include("games.moderation.urls")),
    path("health/", views.health, name="health"),
    path("accounts/2fa/totp/activate/", two_factor.activate, name="mfa_activate_totp"),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]
