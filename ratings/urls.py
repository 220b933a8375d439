"""Addresses of ratings."""

from django.urls import path

from ratings import views

urlpatterns = [
    path("leaderboard/<int:mode>/", views.leaderboard, name="leaderboard"),
    path("players/<int:pk>/ratings/<int:mode>/", views.rating_history, name="rating-history"),
    path("players/<int:pk>/ratings/<int:mode>/opponents/", views.opponents, name="opponents"),
    path("players/<int:pk>/against/<int:other>/", views.against, name="against"),
]
