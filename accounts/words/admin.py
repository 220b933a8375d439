"""The list for staff with the permission to change it."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
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

    def save_model(self, request: HttpRequest, obj: ListedWord, form: Any, change: bool) -> None:
        changing.save(obj, _actor(request))

    def delete_model(self, request: HttpRequest, obj: ListedWord) -> None:
        changing.remove(obj, _actor(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ListedWord]) -> None:
        for word in queryset:
            changing.remove(word, _actor(request))


def _actor(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
