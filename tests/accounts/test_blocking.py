"""Blocking: by whom, of whom, and how it is seen and taken back."""

import pytest
from django.test import Client

from accounts import blocks
from accounts.models import Block, Player
from accounts.players import computer_players
from accounts.signals import player_merged
from tests.support.playing import guests
from tests.support.strict import Strict, strict_rules
from tests.support.visitors import account, browser_of, log_in, player_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]


def press(client, player, what="block", **more):
    pk = player if isinstance(player, int) else player.pk
    return client.post(f"/players/{pk}/{what}/", more, follow=True)


def said(answer):
    return " ".join(str(message) for message in answer.context["messages"])


def pairs():
    return set(Block.objects.values_list("player__name", "blocked__name"))


def test_accounts_and_guests_block_and_are_blocked():
    ann, bob = guests(2)
    zoe = account("Zoe")
    client = Client()
    log_in(client)
    assert said(press(client, ann)).endswith("You have blocked Ann.")
    press(browser_of(bob), zoe)
    assert pairs() == {("Zoe", "Ann"), ("Bob", "Zoe")}
    assert blocks.has_blocked(zoe.pk, ann.pk)
    assert not blocks.has_blocked(ann.pk, zoe.pk)


def test_twice_is_once_and_so_is_taking_it_back():
    ann, bob = guests(2)
    client = browser_of(ann)
    for _ in range(2):
        press(client, bob)
        assert pairs() == {("Ann", "Bob")}
    for _ in range(2):
        assert "Bob is not blocked any more." in said(press(client, bob, "unblock"))
        assert pairs() == set()


def test_the_profile_says_what_it_does_and_offers_the_other_way_afterwards():
    ann, bob = guests(2)
    client = browser_of(ann)
    page = client.get(f"/players/{bob.pk}/")
    strict_rules(page)
    text = page.content.decode()
    assert Strict(text).faults == []
    assert ">Block</button>" in text
    assert "If you block Bob" in text
    text = press(client, bob).content.decode()
    assert ">Unblock</button>" in text
    assert "You have blocked Bob:" in text
    # the other one is not told
    assert "locked" not in browser_of(bob).get(f"/players/{ann.pk}/").content.decode()


def test_nobody_is_offered_to_block_oneself_or_a_cpu_or_by_nobody():
    ann, bob = guests(2)
    (hazel,) = computer_players(1)
    client = browser_of(ann)
    for shown in (ann, hazel):
        assert ">Block<" not in client.get(f"/players/{shown.pk}/").content.decode()
    assert ">Block<" not in Client().get(f"/players/{bob.pk}/").content.decode()


def test_oneself_a_cpu_and_nobody_are_refused():
    (ann,) = guests(1)
    (hazel,) = computer_players(1)
    client = browser_of(ann)
    assert said(press(client, ann)) == "You can't block yourself."
    assert said(press(client, hazel)) == "A computer player can't be blocked."
    nobody = Client()
    assert "first" in said(press(nobody, ann))
    press(nobody, ann, "unblock")
    assert player_of(nobody) is None
    assert pairs() == set()


@pytest.mark.parametrize("pk", [0, 10**9, 10**30])
@pytest.mark.parametrize("what", ["block", "unblock"])
def test_who_does_not_exist_is_not_found(pk, what):
    (ann,) = guests(1)
    assert press(browser_of(ann), pk, what).status_code == 404


@pytest.mark.parametrize("what", ["block", "unblock"])
def test_opened_like_a_page_it_leads_to_the_profile_and_changes_nothing(what):
    ann, bob = guests(2)
    client = browser_of(ann)
    answer = client.get(f"/players/{bob.pk}/{what}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/players/{bob.pk}/")
    assert client.put(f"/players/{bob.pk}/{what}/").status_code == 405
    assert pairs() == set()


def test_a_form_without_its_token_is_refused():
    ann, bob = guests(2)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["sessionid"] = browser_of(ann).cookies["sessionid"].value
    assert strict.post(f"/players/{bob.pk}/block/").status_code == 403
    assert pairs() == set()


def test_the_list_is_the_player_s_own_and_takes_blocks_back():
    ann, bob, cleo = guests(3)
    Player.objects.filter(pk=cleo.pk).update(name="<b>Cleo</b>")
    client = browser_of(ann)
    for other in (bob, cleo):
        press(client, other)
    page = client.get("/account/")
    strict_rules(page)
    text = page.content.decode()
    assert Strict(text).faults == []
    assert [each.pk for each in page.context["blocked"]] == [cleo.pk, bob.pk]
    assert "<b>Cleo" not in text
    assert browser_of(bob).get("/account/").context["blocked"] == []
    answer = press(client, bob, "unblock", back="account")
    assert answer.request["PATH_INFO"] == "/account/"
    assert [each.pk for each in answer.context["blocked"]] == [cleo.pk]


def test_there_is_a_bound():
    people = guests(4)
    for other in people[1:3]:
        blocks.block(people[0], other)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "MOST", 2)
        answer = press(browser_of(people[0]), people[3])
        assert "Unblock somebody first" in said(answer)
        # whoever is on the list already can be blocked again
        press(browser_of(people[0]), people[2])
    assert len(pairs()) == 2


def test_a_guest_who_logs_in_brings_the_blocks_along():
    zoe = account("Zoe")
    guest, bob, cleo = guests(3)
    blocks.block(guest, bob)
    blocks.block(cleo, guest)
    blocks.block(zoe, guest)
    blocks.block(guest, zoe)
    client = browser_of(guest)
    log_in(client)
    assert pairs() == {("Zoe", "Bob"), ("Cleo", "Zoe")}
    player_merged.send(sender=Player, guest=guest, player=zoe)
    assert pairs() == {("Zoe", "Bob"), ("Cleo", "Zoe")}


def test_a_guest_who_signs_up_keeps_them():
    ann, bob = guests(2)
    client = browser_of(ann)
    press(client, bob)
    client.post(
        "/accounts/signup/",
        {
            "email": "ann@example.org",
            "password1": "seven green bottles",
            "name": "Anna",
            "agreed": "on",
        },
    )
    assert pairs() == {("Anna", "Bob")}


def test_the_account_page_is_for_somebody():
    assert Client().get("/account/")["Location"] == "/accounts/login/"
    (ann,) = guests(1)
    text = browser_of(ann).get("/account/").content.decode()
    assert "You are a guest" in text
    account("Zoe")
    client = Client()
    log_in(client)
    page = client.get("/account/")
    strict_rules(page)
    text = page.content.decode()
    assert Strict(text).faults == []
    for url in ("/accounts/email/", "/accounts/password/change/", "/accounts/2fa/"):
        assert f'href="{url}"' in text
    assert 'href="/account/sessions/"' in text
    assert "ann@example.org" in text


def test_the_name_is_changed_on_the_account_page():
    (ann,) = guests(1)
    answer = browser_of(ann).post("/name/", {"name": "Zoe", "back": "account"}, follow=True)
    assert answer.request["PATH_INFO"] == "/account/"
    assert Player.objects.get(pk=ann.pk).name == "Zoe"
