"""Where a visitor comes from: as many proxies are believed as there are, and no client."""

import pytest
from django.test import RequestFactory

from accounts.adapter import AccountAdapter
from cribsite import visitor_address

PEER = "198.51.100.7"


def both(forwarded=None, peer=PEER):
    """The address that a page and a socket see; they are the same."""
    more = {} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded}
    request = RequestFactory().get("/", REMOTE_ADDR=peer, **more)
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    seen = visitor_address.of_request(request)
    assert visitor_address.of_scope({"headers": headers, "client": [peer, 1234]}) == seen
    assert AccountAdapter().get_client_ip(request) == (seen or "0.0.0.0")
    return seen


@pytest.mark.parametrize("forged", [None, "203.0.113.9", "203.0.113.9, 203.0.113.10", "nonsense"])
def test_without_a_proxy_nobody_is_believed(forged, settings):
    settings.TRUSTED_PROXIES = 0
    assert both(forged) == PEER


@pytest.mark.parametrize(
    ("proxies", "forwarded", "seen"),
    [
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "10.1.1.1, 203.0.113.9", "203.0.113.9"),
        (2, "10.1.1.1, 203.0.113.9, 192.0.2.1", "203.0.113.9"),
        (2, "203.0.113.9", PEER),
        (1, "", PEER),
        (1, "10.1.1.1, nonsense", PEER),
        (1, "203.0.113.9:4711", "203.0.113.9"),
        (1, "[2001:db8::1]:4711", "2001:db8::1"),
    ],
)
def test_behind_proxies_what_the_first_of_ours_saw_counts(proxies, forwarded, seen, settings):
    settings.TRUSTED_PROXIES = proxies
    assert both(forwarded) == seen


def test_several_headers_are_one():
    scope = {
        "headers": [(b"x-forwarded-for", b"10.1.1.1"), (b"x-forwarded-for", b"203.0.113.9")],
        "client": [PEER, 1],
    }
    from django.test import override_settings

    with override_settings(TRUSTED_PROXIES=1):
        assert visitor_address.of_scope(scope) == "203.0.113.9"


def test_a_server_that_knows_no_address_does_not_fail(settings):
    settings.TRUSTED_PROXIES = 0
    assert both(peer="") == ""
    assert visitor_address.of_scope({"headers": [], "client": None}) == ""


def test_a_line_of_ipv6_is_one_visitor():
    assert visitor_address.hidden("2001:db8::1") == visitor_address.hidden("2001:db8::ffff:1")
    assert visitor_address.hidden("2001:db8::1") != visitor_address.hidden("2001:db8:1::1")
    assert visitor_address.hidden("::ffff:192.0.2.1") == visitor_address.hidden("192.0.2.1")
