"""Sessions in the database, each with the number of the user it belongs to."""

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from .models import Session, User


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
