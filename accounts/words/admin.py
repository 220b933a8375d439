"""The list for staff with the permission to change it."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sanctions.rights import Right
from accounts.words import changing
from accounts.words.finding import can_be_listed
from accounts.words.models import ListedWord


class WordForm(forms.ModelForm):
    """A word that can be found."""

    class Meta:
        model = ListedWord
        fields = ("word",)

    def clean_word(self) -> str:
        """Raises ValidationError for what would be found everywhere or nowhere."""
        word = " ".join(str(self.cleaned_data["word"]).split())
        if not can_be_listed(word):
            raise ValidationError(_("A word has two letters at least."))
        return word


@admin.register(ListedWord)
class ListedWordAdmin(admin.ModelAdmin):
    form = WordForm
    list_display = ("word", "added_at")
    search_fields = ("word",)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return _may(request)

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return _may(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return _may(request)

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return _may(request)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return _may(request)

    def save_model(self, request: HttpRequest, obj: ListedWord, form: Any, change: bool) -> None:
        changing.save(obj, _actor(request))

    def delete_model(self, request: HttpRequest, obj: ListedWord) -> None:
        changing.remove(obj, _actor(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ListedWord]) -> None:
        for word in queryset:
            changing.remove(word, _actor(request))


def _may(request: HttpRequest) -> bool:
    """The moderators' permissions are all of one kind, beside Django's own for each model."""
    return isinstance(request.user, User) and request.user.has_perm(Right.WORDS.permission)


def _actor(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
