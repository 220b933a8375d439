"""Addresses of the moderators' pages; accounts.staff asks for the second step before any."""

from django.urls import path

from games.moderation import confirming, records, views

urlpatterns = [
    path("", views.queue, name="moderation-queue"),
    path("reports/<int:pk>/", views.report_page, name="moderation-report"),
    path("reports/<int:pk>/claim/", views.claim, name="moderation-claim"),
    path("reports/<int:pk>/release/", views.release, name="moderation-release"),
    path("reports/<int:pk>/close/", views.close, name="moderation-close"),
    path("appeals/", records.appeals, name="moderation-appeals"),
    path("appeals/<int:pk>/", records.decide, name="moderation-decide"),
    path("log/", records.log, name="moderation-log"),
    path("players/", views.players, name="moderation-players"),
    path("players/<int:pk>/", views.player_page, name="moderation-player"),
    path(
        "players/<int:pk>/<slug:name>/",
        confirming.measure_player,
        name="moderation-measure-player",
    ),
    path("games/<int:pk>/", views.game_page, name="moderation-game"),
    path("games/<int:pk>/<slug:name>/", confirming.measure_game, name="moderation-measure-game"),
    path("sanctions/<int:pk>/lift/", confirming.lift, name="moderation-lift"),
]
