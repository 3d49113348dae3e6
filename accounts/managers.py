"""Finding and making users."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.base_user import BaseUserManager

from .names import display_key

if TYPE_CHECKING:
    from .models import User


class UserManager(BaseUserManager["User"]):
    """`User.objects`."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """The user called `username`, by what the name looks like; raises `User.DoesNotExist`."""
        return self.get(display_key=display_key(username or ""))

    def create_user(
        self, display_name: str, email: str | None = None, password: str | None = None, **fields: Any
    ) -> "User":
        """Make and store a person (or the `kind` among `fields`); without `password` nobody signs in as them."""
        user = self.model(display_name=display_name, email=email or None, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, display_name: str, email: str | None = None, password: str | None = None, **fields: Any
    ) -> "User":
        """A person who may do everything in the administration."""
        return self.create_user(display_name, email, password, **fields | {"is_staff": True, "is_superuser": True})
