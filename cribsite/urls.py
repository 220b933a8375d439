"""Addresses of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

from cribsite import views

handler400 = "cribsite.views.bad_request"

urlpatterns = [
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("", include("ratings.urls")),
    path("rules/", TemplateView.as_view(template_name="rules.html"), name="rules"),
    path("fair/", TemplateView.as_view(template_name="fair.html"), name="fair"),
    path("health/", views.health, name="health"),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]
