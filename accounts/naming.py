"""Which display names are taken."""

from django.db.models import Q

from .models import User
from .names import display_key, display_shape


def is_name_free(name: str, *, but_for: User | None = None) -> bool:
    """Whether nobody (but `but_for`) has `name` or one that looks like it."""
    alike = Q(display_key=display_key(name)) | Q(display_shape=display_shape(name))
    others = User.objects.filter(alike)
    if but_for is not None:
        others = others.exclude(pk=but_for.pk)
    return not others.exists()
