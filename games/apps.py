from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Tables, matches, ladders; listens to what accounts says of people."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Connect the services to what accounts tells."""
        from allauth.account.signals import email_confirmed
        from django.db.models.signals import post_migrate

        from accounts.signals import data_wanted, person_leaving, tied

        person_leaving.connect(_on_person_leaving, dispatch_uid="games")
        data_wanted.connect(_on_data_wanted, dispatch_uid="games")
        tied.connect(_on_tied, dispatch_uid="games")
        post_migrate.connect(_on_migrated, sender=self, dispatch_uid="games")
        email_confirmed.connect(_on_email_confirmed, dispatch_uid="games")


def _on_migrated(using: str, **_kwargs: Any) -> None:
    from games.services.ladders import steps

    steps.install(using)


def _on_person_leaving(user: Any, **_kwargs: Any) -> None:
    from games.services import closing, company
    from games.services.ladders import standings
    from games.services.totals import keep
    from games.services.vip import grants

    # as a match that ends holds them: the tables first (who holds one writes notices and invitations, never the other
    # way round), then the person, then the seasons
    closing.person_leaves_the_site(user)
    company.forget(user)
    keep.forget(user)
    grants.forget(user)
    standings.forget(user)


def _on_tied(kind: str, person: Any, other: Any, **_kwargs: Any) -> None:
    from games.services import company

    company.tell_of_ties(kind, person, other)


def _on_email_confirmed(email_address: Any, **_kwargs: Any) -> None:
    from games.services import room

    room.address_confirmed(email_address.user_id)


def _on_data_wanted(user: Any, **_kwargs: Any) -> dict[str, Any]:
    from games.services import company, history, notices
    from games.services.moderation import appeals
    from games.services.totals import shown
    from games.services.vip.shown import grants_as_data

    return {
        "matches": history.matches_of(user),
        "totals": shown.totals_as_data(user),
        "achievements": shown.achievements_as_data(user),
        "ratings": shown.ratings_as_data(user),
        "chat": history.chat_of(user),
        "advice_votes": history.advice_votes_of(user),
        "rulesets": history.rulesets_of(user),
        "notices": notices.notices_as_data(user),
        "invitations": notices.invitations_as_data(user),
        "reports": company.reports_of(user),
        "standing": appeals.as_data(user),
        "vip": grants_as_data(user),
    }
