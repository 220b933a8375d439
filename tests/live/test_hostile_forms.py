"""Whatever comes at the forms and pages over HTTP: a clear answer, nothing made, no traceback."""

import http.client
from urllib.parse import urlencode, urlsplit

import pytest

from tests.support.robot import open_table
from tests.support.visitor import Visitor

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("no_traceback")]

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def visitor(site):
    return Visitor(lambda: site.url)


@pytest.fixture
def nothing_made(truth):
    def counted():
        return truth.rows(
            "SELECT (SELECT count(*) FROM games_table) AS tables, (SELECT count(*) FROM games_seat)"
            " AS seats, (SELECT count(*) FROM accounts_player) AS players,"
            " (SELECT count(*) FROM django_session) AS sessions"
        )

    before = counted()
    yield
    assert counted() == before


def with_token(visitor, fields=None):
    """The headers and the beginning of a body that our own page would send."""
    token = visitor.get("/").html.first("input", name="csrfmiddlewaretoken")["value"]
    return {"Content-Type": FORM, "Origin": visitor.origin}, {
        "csrfmiddlewaretoken": token,
        **(fields or {}),
    }


@pytest.mark.parametrize("size", [70_000, 3_000_000])
@pytest.mark.parametrize("path", ["/play/computer/", "/name/", "/forget/"])
@pytest.mark.usefixtures("nothing_made")
def test_a_body_that_is_too_big(visitor, path, size):
    headers, fields = with_token(visitor, {"name": "x" * size})
    page = visitor.request("POST", path, fields, headers)
    assert page.status in (400, 413)
    assert "Traceback" not in page.text


@pytest.mark.usefixtures("nothing_made")
def test_too_many_fields(visitor):
    headers, fields = with_token(visitor, {f"field{number}": "x" for number in range(60)})
    assert visitor.request("POST", "/play/friend/", fields, headers).status == 400


EVERYWHERE = (
    "/", "/play/computer/", "/play/friend/", "/name/", "/forget/", "/rules/", "/fair/", "/health/",
    "/nowhere/", "/static/site.css",
)  # fmt: skip
BODIES = {
    "json": ("application/json", b'{"name":"Eve","target":61}'),
    "no boundary": ("multipart/form-data", b"--x\r\n\r\n--x--"),
    "another boundary": ("multipart/form-data; boundary=abc", b"--xyz\r\n\r\nx\r\n--xyz--"),
    "a long boundary": ("multipart/form-data; boundary=" + "a" * 500, b"--x--"),
    "half a part": ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; n'),
    "an odd charset": (f"{FORM}; charset=utf-9000", b"name=Eve"),
    "a charset of 16 bits": (f"{FORM}; charset=utf-16", b"name=Eve"),
    "bad utf-8": (FORM, b"name=%ff%fe&target=61"),
    "NUL": (FORM, b"name=%00&target=61"),
    "percent signs": (FORM, b"%%%=%%%&&&==&target=%"),
    "nothing": (FORM, b""),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "body"), BODIES.values(), ids=BODIES)
@pytest.mark.usefixtures("nothing_made")
def test_bodies_that_no_form_sends_have_no_token(visitor, kind, body):
    headers, _ = with_token(visitor)
    page = visitor.request("POST", "/play/friend/", body, headers | {"Content-Type": kind})
    assert page.status in (400, 403)


@pytest.mark.usefixtures("nothing_made")
def test_no_token_a_wrong_one_and_a_foreign_origin(site, visitor):
    headers, fields = with_token(visitor, {"name": "Eve", "target": "61"})
    other = with_token(Visitor(lambda: site.url))[1]["csrfmiddlewaretoken"]
    for path in ("/play/computer/", "/play/friend/", "/name/", "/forget/", "/t/nosuchtable/sit/"):
        for token in (None, "", "x", "\x00", "x" * 64, other):
            sent = dict(fields)
            sent.pop("csrfmiddlewaretoken")
            if token is not None:
                sent["csrfmiddlewaretoken"] = token
            page = visitor.request("POST", path, sent, headers)
            assert page.status == 403, (path, token)
            assert "text/html" in page.headers["Content-Type"]
        for origin in ("https://elsewhere.example", "null", "http://[", ""):
            page = visitor.request("POST", path, fields, headers | {"Origin": origin})
            # an empty Origin is none at all, and then the token decides
            assert page.status == 403 or not origin, (path, origin)
    assert visitor.session == ""


@pytest.mark.parametrize(
    "name",
    ["x" * 25, "x" * 199, "x" * 5000, "---", "\u200b\u200b", "a\u202eb", "a\x00b", "a\x07b",
     "\ufeffAnn", "\ud7ff\ue000", "\u0300"],
)  # fmt: skip
@pytest.mark.usefixtures("nothing_made")
def test_a_name_that_is_none(visitor, name):
    for button in ("play-friend", "play-computer"):
        page = visitor.press(visitor.get("/"), button, name=name)
        assert page.status == 422
        assert page.html.by_id("form-error").text.endswith(".")
    assert visitor.session == ""


@pytest.mark.parametrize(
    "target", ["60", "0", "-121", "121.0", "1e2", "x", "121 OR 1=1", "\x00", "9" * 5000]
)
@pytest.mark.usefixtures("nothing_made")
def test_a_target_that_is_none(visitor, target):
    page = visitor.press(visitor.get("/"), "play-friend", target=target)
    assert page.status == 422
    assert page.html.by_id("form-error").text


def test_what_a_name_may_be_is_shown_as_text(visitor):
    name = "<b>\"'&{{x}}"
    _, path = open_table(visitor.address, name=name, visitor=visitor)
    page = visitor.get(path)
    assert name in page.html.by_id("chair-0").text
    assert name not in page.text


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
def test_other_methods(site, visitor, truth, method):
    host, path = open_table(lambda: site.url)
    before = truth.everything(path.split("/")[2])
    for where in (*EVERYWHERE, path, f"{path}sit/", f"{path}1/deals.json"):
        page = host.request(method, where)
        assert page.status in (200, 302, 403, 404, 405), where
        if method != "HEAD":
            assert page.status != 200 or method == "OPTIONS", where
        elif page.url.endswith(where):
            # not where an address of a form has led to the form
            assert page.body == b""
    assert truth.everything(path.split("/")[2]) == before
    assert host.get(path).html.by_id("region-waiting") is not None, "the seat is gone"


@pytest.mark.parametrize("path", ["/play/computer/", "/play/friend/", "/name/", "/forget/"])
@pytest.mark.usefixtures("nothing_made")
def test_forms_are_not_for_looking(visitor, path):
    page = visitor.get(path)
    assert (page.status, page.url) == (200, f"{visitor.origin}/"), "the way to the form"


@pytest.mark.parametrize(
    "path",
    ["/t/%00/", "/t/../t/", "/t/" + "a" * 33 + "/", "/t/nosuchtable/",
     "/t/nosuchtable/1/deals.json", "/t/nosuchtable/99999999999999999999999/deals.json",
     "/%ff%fe/", "/t/%F0%9F%82%A1/", "/" + "a" * 9000, "/static/../manage.py",
     "/static/%2e%2e/manage.py", "/static/..%5cmanage.py", "//elsewhere.example/", "/.env"],
)  # fmt: skip
def test_addresses_that_are_none(site, path):
    where = urlsplit(site.url)
    line = http.client.HTTPConnection(where.hostname, where.port, timeout=10)
    line.request("GET", path)
    reply = line.getresponse()
    body = reply.read()
    line.close()
    assert reply.status in (400, 404)
    assert b"SECRET" not in body and b"Traceback" not in body


@pytest.mark.parametrize(
    "headers",
    [{"Cookie": 'sessionid="\\000abcdefgh"; csrftoken="\\000"; messages="\\000"'},
     {"Cookie": "sessionid=" + "x" * 6000}, {"Cookie": "=;;=\xff"}, {"Accept-Language": "x" * 5000},
     {"Accept-Language": "en-\xff, *;q=9"}, {"X-Forwarded-Host": "elsewhere.example"},
     {"X-Forwarded-Proto": "https"}, {"HX-Request": "true"}, {"If-Modified-Since": "yesterday"},
     {"Range": "bytes=5-1"}],
)  # fmt: skip
def test_odd_headers(visitor, headers):
    page = visitor.request("GET", "/", headers=headers)
    assert page.status == 200
    assert "elsewhere.example" not in page.text


@pytest.mark.parametrize(
    "name", ["elsewhere.example", "127.0.0.1.elsewhere.example", "[", "a b", "x" * 300]
)
def test_another_hosts_name(visitor, name):
    assert visitor.request("GET", "/", headers={"Host": name}).status == 400


def test_a_cookie_that_can_not_be_one_gets_a_new_seat(site):
    """It is taken for no cookie at all: who has it can play."""
    visitor = Visitor(lambda: site.url)
    headers, fields = with_token(visitor, {"name": "Eve", "target": "61"})
    token = visitor.cookies["csrftoken"]
    headers["Cookie"] = f'csrftoken={token}; sessionid="\\000abcdefgh"'
    page = visitor.request("POST", "/play/friend/", urlencode(fields).encode(), headers)
    assert page.status == 200
