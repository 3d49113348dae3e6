"""Rulesets that people make, keep and share."""

from collections.abc import Mapping
from typing import Any

from django.core.validators import slug_re
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.rights import rights_of
from games.models import SavedRuleset
from games.services.errors import Declined


def presets() -> QuerySet[SavedRuleset]:
    """Return the rulesets that everybody is offered, in their order."""
    return SavedRuleset.objects.filter(is_published=True, owner=None)


def own(user: User) -> QuerySet[SavedRuleset]:
    """Return this person's rulesets, the newest change first."""
    return SavedRuleset.objects.filter(owner=user).order_by("-changed_at")


def published(key: str) -> QuerySet[SavedRuleset]:
    """Return the one that everybody may read who knows its key; nothing for what is no key."""
    found = SavedRuleset.objects.filter(is_published=True)
    # PostgreSQL takes no text with a NUL in it
    return found.filter(key=key) if slug_re.match(key) else found.none()


def offered(user_id: int | None, key: str = "") -> QuerySet[SavedRuleset]:
    """Return what a person may open a table with: the presets, their own, and one that they know by its link."""
    mine = Q(owner_id=user_id) if user_id else Q(pk=None)
    return SavedRuleset.objects.filter(Q(is_published=True, owner=None) | mine | Q(pk__in=published(key)))


def save(user: User, *, title: str, explanation: str, options: Mapping[str, Any], key: str = "") -> SavedRuleset:
    """Keep a ruleset under this title, or change one's own that has this `key`; `options` were checked.

    Tables that were opened with it keep the options they have. Raises `Declined` for somebody else's ruleset, or
    where a person keeps too many.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        if key:
            kept = own(user).filter(key=key).first()
            if kept is None:
                raise Declined(_("These are not your rules. Save a copy of your own."))
        else:
            most = rights_of(user).rulesets
            if own(user).count() >= most:
                raise Declined(_("You keep %(most)s rulesets already. Delete one first.") % {"most": most})
            kept = SavedRuleset(owner=user, is_published=True)
        kept.title, kept.explanation, kept.options = title, explanation, dict(options)
        kept.save()
        return kept


def delete(user: User, key: str) -> None:
    """Forget one's own ruleset; tables opened with it keep theirs. Raises `Declined` for anybody else's."""
    if not own(user).filter(key=key).delete()[0]:
        raise Declined(_("These are not your rules."))
