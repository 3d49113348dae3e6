"""Who may sign in with a password, and by which name."""

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser

from .models import Kind, User
from .names import display_key


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

    def user_can_authenticate(self, user: AbstractBaseUser) -> bool:
        """Asked for every request of a session, so what it refuses is signed out at once; guests have sessions."""
        return isinstance(user, User) and user.may_visit
