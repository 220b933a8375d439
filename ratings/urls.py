"""Addresses of ratings."""

from django.urls import path, reverse_lazy
from django.views.generic import RedirectView

from ratings import views

urlpatterns = [
    path("leaderboard/", RedirectView.as_view(url=reverse_lazy("leaderboard", args=[2]))),
    path("leaderboard/<int:mode>/", views.leaderboard, name="leaderboard"),
    path("players/<int:pk>/ratings/<int:mode>/", views.rating_history, name="rating-history"),
    path("players/<int:pk>/ratings/<int:mode>/opponents/", views.opponents, name="opponents"),
    path("players/<int:pk>/against/<int:other>/", views.against, name="against"),
]
