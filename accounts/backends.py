"""Who may sign in with a password, and by which name."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser

from .models import Kind, User
from .names import display_key
from .sanctions import let_in


class SignInBackend(AuthenticationBackend):
    """allauth's, with display names found by their key; guests, AI players and bot accounts never pass."""

    def _authenticate_by_username(self, username: str, password: str) -> AbstractBaseUser | None:
        key = display_key(username)
        user = User.objects.filter(display_key=key).first() if key else None
        return self._check_password(user, password)

    def _check_password(self, user: AbstractBaseUser | None, password: str) -> AbstractBaseUser | None:
        if not isinstance(user, User) or user.kind != Kind.PERSON or user.is_removed:
            return None  # the parent then spends the time a real check would have taken
        return super()._check_password(user, password)

    def get_user(self, user_id: Any) -> AbstractBaseUser | None:
        """Asked for every request and socket of a session: whom a measure keeps out is nobody from that moment on."""
        user = let_in().filter(pk=user_id).first()
        return user if self.user_can_authenticate(user) else None

    def user_can_authenticate(self, user: AbstractBaseUser | None) -> bool:
        """Asked for every request of a session, so what it refuses is signed out at once; guests have sessions."""
        return isinstance(user, User) and user.may_visit
