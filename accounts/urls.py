"""Addresses of a player's own things."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("name/", views.choose_name, name="name"),
    path("forget/", views.forget, name="forget"),
]
