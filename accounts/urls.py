"""Addresses of a player's own things."""

from django.urls import path

from accounts import privacy, told, views
from accounts.sanctions import views as sanctions

urlpatterns = [
    path("account/", views.account, name="account"),
    path("account/export/", privacy.export, name="export"),
    path("account/delete/", privacy.delete_account, name="delete-account"),
    path("account/keep/", privacy.keep_account, name="keep-account"),
    path("account/sessions/", views.sessions, name="sessions"),
    path("account/sessions/end/", views.end_session, name="end-session"),
    path("account/standing/", sanctions.standing, name="standing"),
    path("account/standing/<int:pk>/read/", sanctions.acknowledge, name="acknowledge"),
    path("account/standing/<int:pk>/appeal/", sanctions.appeal, name="appeal"),
    path("account/reports/", told.own_reports, name="own-reports"),
    path("account/reports/read/", told.read_answers, name="read-answers"),
    path("players/<int:pk>/block/", views.block, name="block"),
    path("players/<int:pk>/unblock/", views.unblock, name="unblock"),
    path("players/<int:pk>/unmute/", views.unmute, name="unmute"),
    path("account/chat/", views.hide_chat, name="hide-chat"),
    path("name/", views.choose_name, name="name"),
    path("forget/", views.forget, name="forget"),
]
