"""Sessions in the database, each with the number of the user it belongs to."""

from collections.abc import Collection

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone

from .models import Session, User
from .sanctions import let_in


class SessionStore(DatabaseStore):
    """The session engine (`SESSION_ENGINE = "accounts.sessions"`)."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data) -> Session:
        row = super().create_model_instance(data)
        assert isinstance(row, Session)
        user_id = data.get(SESSION_KEY)
        row.user_id = int(user_id) if user_id is not None else None
        return row


def end_sessions(user: User) -> int:
    """Sign `user` out everywhere; returns how many sessions that ended."""
    return Session.objects.filter(user_id=user.pk).delete()[0]


def still_signed_in(session_keys: Collection[str]) -> set[str]:
    """Return which of these sessions are somebody's who may still visit: for connections that outlive a request."""
    visitors = let_in().filter(is_active=True, removed_number=None).values("pk")
    rows = Session.objects.filter(session_key__in=session_keys, expire_date__gt=timezone.now(), user_id__in=visitors)
    return set(rows.values_list("session_key", flat=True))
