"""Addresses of tables."""

from django.urls import path, register_converter

from games import mine, reporting, views
from games.lobby import views as lobby
from games.pairing import views as pairing


class CodeConverter:
    """A table's code in an address."""

    regex = "[A-Za-z0-9_-]{1,32}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(CodeConverter, "code")

urlpatterns = [
    path("", views.landing, name="landing"),
    path("play/computer/", views.play_computer, name="play-computer"),
    path("play/friend/", views.play_friend, name="play-friend"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/open/", lobby.open_table, name="open-table"),
    path("ranked/", pairing.quick_game, name="quick-game"),
    path("ranked/search/", pairing.search, name="quick-search"),
    path("ranked/stop/", pairing.stop, name="quick-stop"),
    path("games/", mine.my_games, name="my-games"),
    path("players/<int:pk>/", mine.profile, name="profile"),
    path("players/<int:pk>/report/", reporting.report_player, name="report-player"),
    path("players/<int:pk>/report/thanks/", reporting.thanks_player, name="thanks-player"),
    path("t/<code:code>/report/", reporting.report_table, name="report-table"),
    path("t/<code:code>/report/thanks/", reporting.thanks_table, name="thanks-table"),
    path("t/<code:code>/", views.table_page, name="table"),
    path("t/<code:code>/sit/", views.sit, name="sit"),
    path("t/<code:code>/<int:number>/", views.game_page, name="game"),
    path("t/<code:code>/<int:number>/deals.json", views.deals, name="deals"),
]
