"""Addresses of the site."""

from allauth.decorators import rate_limit
from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

from cribsite import views

handler400 = "cribsite.views.bad_request"
handler500 = "cribsite.views.server_error"
# The admin's own log-in is not allauth's, and would let everybody guess as often as they like.
admin.site.login = rate_limit(action="login")(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("rules/", TemplateView.as_view(template_name="rules.html"), name="rules"),
    path("fair/", TemplateView.as_view(template_name="fair.html"), name="fair"),
    path("health/", views.health, name="health"),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]
