"""Settings of the site. Everything that differs between machines comes from the environment.

`manage.py play` and the test run set DATABASE_URL and REDIS_URL to the servers they start;
production sets them to its own (see docker-compose.yml). There is no other branch: the same
PostgreSQL, Redis protocol and Celery everywhere.
"""

from email.utils import parseaddr
from pathlib import Path

import environ
from csp.constants import NONE, SELF

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "cribsite",
    "accounts",
    "games",
    "ratings",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.sanctions.barring.barring",
    "accounts.traces.noting.tracing",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.staff.second_step",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "cribsite.urls"
ASGI_APPLICATION = "cribsite.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.player",
            ],
        },
    },
]

# --- The database: the only truth and the only clock (docs/architecture.md) ---------------------

DATABASES = {"default": env.db_url("DATABASE_URL")}
DATABASES["default"].setdefault("OPTIONS", {})
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DATABASES["default"]["OPTIONS"] |= {
    # Values travel beside the statement, so that PostgreSQL's log never shows a hidden card.
    "server_side_binding": True,
    "connect_timeout": 3,
    "options": "-c lock_timeout=2000 -c statement_timeout=5000",
    "pool": {"min_size": 1, "max_size": 8, "timeout": 3, "reconnect_timeout": 20},
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Redis or Valkey: carries wake-ups and work, may lose anything ------------------------------

REDIS_URL = env.str("REDIS_URL")

CHANNEL_LAYERS = {
    "default": {
        # The core layer drops messages silently over its capacity; publish/subscribe does not.
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_connect_timeout": 2}]},
    }
}

CELERY_BROKER_URL = (
    "redis+socket://" + REDIS_URL.removeprefix("unix://").replace("?db=", "?virtual_host=")
    if REDIS_URL.startswith("unix://")
    else REDIS_URL
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "cpu"
CELERY_TASK_ROUTES = {
    "games.tasks.sweep": {"queue": "sweep"},
    "accounts.tasks.forget": {"queue": "sweep"},
    "games.tasks.look_for_signals": {"queue": "sweep"},
}
# A lost task costs nothing: the sweep finds the work again. So never wait for a dead broker.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 1, "socket_timeout": 5}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.tasks.sweep", "schedule": 1.0, "options": {"expires": 2}},
    # A little every minute instead of much at night: the sweep waits for it.
    "forget": {"task": "accounts.tasks.forget", "schedule": 60.0, "options": {"expires": 50}},
    "signals": {
        "task": "games.tasks.look_for_signals",
        "schedule": 600.0,
        "options": {"expires": 300},
    },
}

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
}

# --- Talk ----------------------------------------------------------------------------------------

# Accounts that have finished so many games write words of their own; all others have the phrases.
FREE_TEXT_GAMES = env.int("FREE_TEXT_GAMES", default=5)

# --- Accounts, sessions --------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "my-games"
LOGOUT_REDIRECT_URL = "landing"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupForm"
ACCOUNT_UNIQUE_EMAIL = True
# What somebody who signs up has to tick to have reached; no age is kept.
MINIMUM_AGE = env.int("MINIMUM_AGE", default=16)
# One may sign up in the middle of a game: the address can be confirmed afterwards.
ACCOUNT_EMAIL_VERIFICATION = "optional"
# Signing up does not tell who has an account, either: until an address is confirmed it may stand
# in several. Mail tells its owner.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
# A device left open changes neither the address nor the second step: the password is asked again.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ("password", "mfa")
# What was changed is told by mail; a change of address is told to the old one.
ACCOUNT_EMAIL_NOTIFICATIONS = True
# Reports of visitors who have no player yet, and of all guests of an address (games/reporting.py),
# beside allauth's own limits.
# One's own data are read as a whole.
ACCOUNT_RATE_LIMITS = {"report": "10/d/ip", "guest_report": "30/d/ip", "export": "10/h/key"}
MFA_ADAPTER = "accounts.adapter.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
# Phones go wrong by some seconds: the codes before and after the current one count, too.
MFA_TOTP_TOLERANCE = 1
# Else who has a second step could never change the address; accounts.two_factor asks for one that
# is confirmed before the step is switched on.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# SMTP by EMAIL_URL; without it mail is written to files, to be read on this machine.
EMAIL_FILE_PATH = env.str("MAIL_FOLDER", default=str(BASE_DIR / "var" / "mail"))
if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
# A mail server that does not answer holds nobody up for long: what was to be told is done already.
EMAIL_TIMEOUT = 5
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default="cribbage@localhost")
# Whom people write to; the pages about privacy and the terms name it.
CONTACT_EMAIL = env.str("CONTACT_EMAIL", default="") or parseaddr(DEFAULT_FROM_EMAIL)[1]
SESSION_ENGINE = "accounts.sessions"
# A guest's seat is kept on the device that took it: as long as browsers allow.
SESSION_COOKIE_AGE = 400 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "cribsite.views.csrf_failure"

# --- Browser rules -------------------------------------------------------------------------------

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
# How many proxies of ours a request comes through; X-Forwarded-For is believed that far and no
# farther (visitor_address.py).
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
# Open sockets at once, over all servers of the site (games/open_sockets.py); 0 for no limit.
SOCKETS_A_PLAYER = env.int("SOCKETS_A_PLAYER", default=5)
SOCKETS_AN_ADDRESS = env.int("SOCKETS_AN_ADDRESS", default=20)
# Plain http is what `make play` serves on this machine; production sets HTTPS=1.
HTTPS = env.bool("HTTPS", default=False)
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# Browsers remember both for a year, and can't be told otherwise meanwhile. The first would shut
# out whatever else the domain serves without TLS, the second writes the domain into the browsers
# themselves: so whoever has the whole domain switches them on.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # HSTS_SUBDOMAINS is off on purpose, see above
    "security.W021",  # and so is HSTS_PRELOAD
]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
DATA_UPLOAD_MAX_MEMORY_SIZE = 65536
DATA_UPLOAD_MAX_NUMBER_FIELDS = 50

# --- Text and files ------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = ["cribsite.formats"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = env.str("STATIC_ROOT", default=str(BASE_DIR / "var" / "static"))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
# Served straight from the folders as well, so that a start needs no collecting.
WHITENOISE_USE_FINDERS = True

# --- Logs: names of what happened, never what was in it (logs.py) --------------------------------

LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "cribsite.logs.Unfilled", "format": LINE},
        "short": {"()": "cribsite.logs.OneLine", "format": LINE},
        "refusal": {"()": "cribsite.logs.Refusal", "format": LINE},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
        "short": {"class": "logging.StreamHandler", "formatter": "short"},
        "refusal": {"class": "logging.StreamHandler", "formatter": "refusal"},
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False},
        "django.security": {"handlers": ["refusal"], "level": "WARNING", "propagate": False},
        "django.channels": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "daphne": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "celery": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        # Beat tells its whole stack when Valkey is away.
        "celery.beat": {"handlers": ["short"], "level": "WARNING", "propagate": False},
    },
}
