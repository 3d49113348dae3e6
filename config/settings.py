"""Settings, read from the environment; what is not set falls back to the embedded default.

`DATABASE_URL`, `REDIS_URL`, `EMAIL_URL`, `SECRET_KEY`, `DEBUG`, `ALLOWED_HOSTS` and the `LASTCARD_*` names stand
in docs/operation.md.
"""

import secrets
from pathlib import Path
from typing import Any

import environ
from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.str("LASTCARD_VAR", default=str(BASE_DIR / "var")))


def _kept_secret(path: Path) -> str:
    """The secret key of this installation: made once, then kept beside the data."""
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        key = secrets.token_urlsafe(50)
        try:
            with path.open("x") as handle:
                path.chmod(0o600)
                handle.write(key)
        except FileExistsError:  # another process was first
            return path.read_text().strip()
        return key


def _mailer(email: dict[str, Any]) -> dict[str, Any]:
    """One of Django's MAILERS from what `EMAIL_URL` says."""
    options = {
        "host": email["EMAIL_HOST"],
        "port": email["EMAIL_PORT"],
        "username": email["EMAIL_HOST_USER"],
        "password": email["EMAIL_HOST_PASSWORD"],
        "use_tls": email.get("EMAIL_USE_TLS", False),
        "use_ssl": email.get("EMAIL_USE_SSL", False),
        # a mail server that hangs must not keep a worker
        "timeout": 20,
    }
    backend = email["EMAIL_BACKEND"]
    if backend.endswith("filebased.EmailBackend"):
        options = {"file_path": email["EMAIL_FILE_PATH"]}
    elif not backend.endswith("smtp.EmailBackend"):
        options = {}
    return {"BACKEND": backend, "OPTIONS": options}


def _first_address(hosts: list[str], *, secure: bool) -> str:
    """Where the site is reached, as far as its names tell."""
    names = [host.lstrip(".") for host in hosts if host.strip("*.")]
    return f"{'https' if secure else 'http'}://{names[0] if names else 'localhost'}"


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or _kept_secret(VAR_DIR / "secret_key")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "channels",
    "django_htmx",
    "allauth",
    "allauth.account",
    "accounts",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.PreferencesMiddleware",
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # our templates may draw widgets
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.site",
            ],
        },
    },
]

# --- database ---

DATABASE_URL = env.str("DATABASE_URL", default="")
if DATABASE_URL:
    DATABASES = {"default": env.db_url_config(DATABASE_URL)}
    DATABASES["default"].setdefault("OPTIONS", {})
    if DATABASES["default"]["ENGINE"].endswith("postgresql"):
        DATABASES["default"]["CONN_MAX_AGE"] = 0
        DATABASES["default"]["OPTIONS"]["pool"] = {
            "min_size": 1,
            "max_size": env.int("LASTCARD_DB_POOL", default=8),
            "timeout": 20,
        }
else:
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": VAR_DIR / "lastcard.sqlite3",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
            # a file, so that the threads of one test see the same database
            "TEST": {"NAME": env.str("LASTCARD_TEST_DB", default=str(VAR_DIR / "test.sqlite3"))},
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- broker, channel layer, cache: one Redis or Valkey ---

REDIS_URL = env.str("REDIS_URL", default="redis://127.0.0.1:6399/0")
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            "hosts": [{"address": REDIS_URL, "max_connections": 1000}],
            "prefix": "lastcard-live",
        },
    }
}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "lastcard-cache",
    }
}

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": "lastcard-tasks:", "visibility_timeout": 3600}
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.sweep", "schedule": 5.0, "options": {"expires": 5}},
    "worker-heard-from": {"task": "games.heartbeat", "schedule": 5.0, "options": {"expires": 5}},
    "mail-turns": {"task": "games.mail_turns", "schedule": 60.0, "options": {"expires": 60}},
    "forget-notices": {"task": "games.forget_notices", "schedule": 3600.0, "options": {"expires": 3600}},
    "forget-chat": {"task": "games.forget_chat", "schedule": 3600.0, "options": {"expires": 3600}},
    "age-ratings": {"task": "games.age_ratings", "schedule": 3600.0, "options": {"expires": 3600}},
    "settle-vips": {"task": "games.settle_vips", "schedule": 60.0, "options": {"expires": 60}},
    "award-places": {"task": "games.award_places", "schedule": 3600.0, "options": {"expires": 3600}},
    "carry-out-deletions": {"task": "accounts.carry_out_deletions", "schedule": 3600.0},
}

# --- accounts ---

SITE_NAME = env.str("LASTCARD_SITE_NAME", default="Lastcard")
# where people reach whoever runs this installation; shown on the contact page
CONTACT_EMAIL = env.str("LASTCARD_CONTACT", default="hello@localhost")

HTTPS = env.bool("LASTCARD_HTTPS", default=False)
# the site's own address, for mail that no request asks for; by default under the first name that it answers to
SITE_URL = env.str("LASTCARD_URL", default=_first_address(ALLOWED_HOSTS, secure=HTTPS)).rstrip("/")

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.SignInBackend"]
SESSION_ENGINE = "accounts.sessions"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["display_name", "email"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:lobby"
# where somebody whom a measure keeps out reads why
STANDING_URL = "games:standing"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "add_email": "accounts.forms.AddEmailForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = "display_name"
ACCOUNT_USER_DISPLAY = "accounts.models.name_of"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
# an address is verified before rated play, not before play
ACCOUNT_EMAIL_VERIFICATION = "optional"
# signing up with somebody's address looks like any other sign-up, so nobody learns who has an account
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
# the proxies in front whose X-Forwarded-For counts when tries are counted by address
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("LASTCARD_PROXY_COUNT", default=0)

MAILERS = {"default": _mailer(env.email_url("EMAIL_URL", default="consolemail://"))}
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Lastcard <hello@localhost>")

# --- language and time ---

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("zh-hans", _("Simplified Chinese")),
    ("zh-hant", _("Traditional Chinese")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- static files ---

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

# --- security ---

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # asked by the proxy, over plain http
SECURE_HSTS_SECONDS = env.int("LASTCARD_HSTS_SECONDS", default=31_536_000 if HTTPS else 0)
# for other hosts of the domain, and for good: not ours to promise, a proxy may add both
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if env.bool("LASTCARD_BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"

# --- the game ---

LASTCARD = {
    # seconds a turn lasts unless the table says otherwise
    "TURN_SECONDS": env.int("LASTCARD_TURN_SECONDS", default=30),
    # seconds that each player may use beyond their turns, once a match
    "RESERVE_SECONDS": env.int("LASTCARD_RESERVE_SECONDS", default=60),
    # seconds that a table opened by "Play now" waits for people before AI players are offered
    "QUICK_WAIT_SECONDS": env.int("LASTCARD_QUICK_WAIT_SECONDS", default=15),
    # points by which ratings may differ at a rated table of "Play now": at first, how many more for each second that
    # it has waited, and after how many seconds any rating will do
    "RATED_RANGE": env.int("LASTCARD_RATED_RANGE", default=150),
    "RATED_RANGE_GROWTH": env.int("LASTCARD_RATED_RANGE_GROWTH", default=10),
    "RATED_RANGE_SECONDS": env.int("LASTCARD_RATED_RANGE_SECONDS", default=60),
    # seconds after which a match that none of its people is at any more is played out by AI players
    "ABANDONED_SECONDS": env.int("LASTCARD_ABANDONED_SECONDS", default=600),
    # moves by which watchers of any table are behind
    "WATCH_DELAY_MOVES": env.int("LASTCARD_WATCH_DELAY_MOVES", default=0),
    # laps (a turn of each seat) by which watchers of a rated table are behind at least
    "RATED_WATCH_LAPS": 1,
    # turns in a row that may run out before an AI plays for the seat
    "TIMEOUTS_BEFORE_AI": 2,
    # seconds an AI seat thinks: from, to; both 0 in tests
    "AI_PACE": tuple(float(part) for part in env.str("LASTCARD_AI_PACE", default="0.9,2.2").split(",")),
    # seconds before an AI calls or catches, counted from the play: never sooner
    "AI_REACTION": tuple(float(part) for part in env.str("LASTCARD_AI_REACTION", default="1.5,3.5").split(",")),
    # seconds the score of a round stays before the next deal
    "NEXT_ROUND_SECONDS": env.int("LASTCARD_NEXT_ROUND_SECONDS", default=15),
    # socket messages a person may send: burst, and per second after it
    "SOCKET_RATE": tuple(float(part) for part in env.str("LASTCARD_SOCKET_RATE", default="20,5").split(",")),
    "SOCKET_BYTES": 2048,
    # chat lines one person may say within so many seconds
    "CHAT_RATE": (6, 12),
    # days after which a chat line is deleted
    "CHAT_DAYS": env.int("LASTCARD_CHAT_DAYS", default=90),
    # days after which a notice is deleted
    "NOTICE_DAYS": env.int("LASTCARD_NOTICE_DAYS", default=30),
    # reports one person may make within so many seconds
    "REPORT_RATE": (5, 3600),
    # requests to be friends that one person may have unanswered, and make within so many seconds
    "OPEN_REQUESTS": 50,
    "ASK_RATE": (30, 3600),
    # friends whom one person may invite to tables within so many seconds
    "INVITE_RATE": (40, 3600),
    # times that one person may take all their records within so many seconds
    "RECORDS_RATE": (5, 3600),
    # where the monthly records of rated matches are kept, which everybody may take
    "RECORDS_DIR": env.str("LASTCARD_RECORDS", default=str(VAR_DIR / "records")),
    # codes that one person may try to redeem within so many seconds
    "CODE_RATE": (10, 3600),
    # searches for people by name that one person may make within so many seconds
    "SEARCH_RATE": (20, 60),
    # days to change one's mind about a deletion
    "DELETION_DAYS": 14,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "daphne": {"level": "WARNING"},
        "django.channels.server": {"level": "WARNING"},
    },
}
