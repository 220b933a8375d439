"""What stands in front of the site in production tells it who comes, and nobody else does."""

from tests.support.site import ROOT

COMPOSE = (ROOT / "docker-compose.yml").read_text()
NGINX = (ROOT / "deploy" / "nginx.conf").read_text()


def test_the_server_itself_believes_no_header():
    assert "--proxy-headers" not in COMPOSE


def test_the_one_proxy_adds_what_it_sees_and_is_counted():
    assert "X-Forwarded-For $proxy_add_x_forwarded_for;" in NGINX
    assert "TRUSTED_PROXIES: ${TRUSTED_PROXIES:-1}" in COMPOSE


def test_it_writes_down_nobody():
    assert "access_log off;" in NGINX
    assert "error_log stderr crit;" in NGINX
