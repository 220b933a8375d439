"""From where accounts are used: kept as keyed digests, for ninety days, never the address."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.traces import noting
from accounts.traces.digests import digest, public_network
from accounts.traces.models import Trace
from tests.support.playing import waiting_game
from tests.support.visitors import account, log_in, sign_up

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

HERE, THERE = "93.184.216.34", "151.101.1.69"


def digests(kind):
    return set(Trace.objects.filter(kind=kind).values_list("digest", flat=True))


def test_a_log_in_notes_the_address_and_gives_the_device_a_cookie():
    ann = account("Ann")
    client = Client(REMOTE_ADDR=HERE)
    answer = log_in(client)
    cookie = answer.cookies["device"]
    assert re.fullmatch(r"[0-9a-f]{32}", cookie.value)
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert cookie["max-age"] == 400 * 24 * 3600
    assert digests("address") == {digest("address", f"{HERE}/32")}
    assert digests("device") == {digest("device", cookie.value)}
    assert set(Trace.objects.values_list("player", flat=True)) == {ann.pk}


def test_signing_up_is_a_log_in_too():
    client = Client(REMOTE_ADDR=HERE)
    sign_up(client)
    assert len(digests("device")) == len(digests("address")) == 1


def test_two_accounts_of_one_device_have_the_same_digest_and_other_devices_another():
    account("Ann")
    account("Bob", "bob@example.org")
    account("Cleo", "cleo@example.org")
    device = Client(REMOTE_ADDR=HERE)
    log_in(device)
    device.logout()
    # Django's test client forgets the cookies with the log-out
    device.cookies["device"] = "0" * 32
    log_in(device, "bob@example.org")
    log_in(Client(REMOTE_ADDR=THERE), "cleo@example.org")
    assert Trace.objects.filter(kind="address", digest=digest("address", f"{HERE}/32")).count() == 2
    assert digest("device", "0" * 32) in digests("device")
    assert len(digests("address")) == 2


@pytest.mark.parametrize("forged", ["", "x", "g" * 32, "0" * 31, "0" * 33, "0" * 4000])
def test_a_cookie_that_is_none_of_ours_is_replaced(forged):
    account("Ann")
    client = Client(REMOTE_ADDR=HERE)
    client.cookies["device"] = forged
    answer = log_in(client)
    assert answer.cookies["device"].value != forged
    assert digests("device") == {digest("device", answer.cookies["device"].value)}


def test_an_account_at_a_table_is_noted_once_a_day():
    account("Ann")
    game = waiting_game()
    client = Client(REMOTE_ADDR=HERE)
    log_in(client)
    long_ago = timezone.now() - timedelta(days=3)
    Trace.objects.update(first_at=long_ago, last_at=long_ago)
    client.get(f"/t/{game.table.code}/")
    assert set(Trace.objects.values_list("last_at", flat=True)) == {long_ago}
    session = client.session
    session[noting.NOTED_ON] = "2026-01-01"
    session.save()
    client.get("/")
    assert set(Trace.objects.values_list("last_at", flat=True)) == {long_ago}
    client.get(f"/t/{game.table.code}/")
    assert Trace.objects.count() == 2
    assert all(each.first_at == long_ago < each.last_at for each in Trace.objects.all())


def test_guests_leave_no_trace():
    game = waiting_game(seated=1)
    client = Client(REMOTE_ADDR=HERE)
    client.post(f"/t/{game.table.code}/sit/", {"name": "Eve", "chair": "1"})
    answer = client.get(f"/t/{game.table.code}/")
    assert "device" not in answer.cookies
    assert not Trace.objects.exists()


@pytest.mark.parametrize(
    ("address", "network"),
    [
        (HERE, f"{HERE}/32"),
        (f"::ffff:{HERE}", f"{HERE}/32"),
        ("2a00:1450:4001:81b::200e", "2a00:1450:4001:81b::/64"),
        ("2a00:1450:4001:81b:1234::1", "2a00:1450:4001:81b::/64"),
        ("127.0.0.1", ""),
        ("172.18.0.5", ""),
        ("192.168.1.7", ""),
        ("::1", ""),
        ("fe80::1", ""),
        ("", ""),
        ("unix:", ""),
        ("<script>", ""),
    ],
)
def test_only_an_address_of_the_internet_says_something(address, network):
    assert public_network(address) == network


def test_behind_a_proxy_there_is_no_address_but_the_device():
    account("Ann")
    log_in(Client(REMOTE_ADDR="172.18.0.5"))
    assert digests("address") == set()
    assert len(digests("device")) == 1


def test_the_digest_needs_the_secret_key_and_shows_nothing(settings):
    before = digest("address", HERE)
    assert re.fullmatch(r"[0-9a-f]{64}", before)
    assert before != digest("device", HERE)
    settings.SECRET_KEY = "another"
    assert digest("address", HERE) != before


def test_after_ninety_days_it_is_forgotten():
    ann = account("Ann")
    now = timezone.now()
    for days in (0, 89, 91, 400):
        seen = now - timedelta(days=days)
        Trace.objects.create(
            player=ann, kind="address", digest=str(days), first_at=seen, last_at=seen
        )
    noting.purge()
    assert digests("address") == {"0", "89"}
