"""Keeps totals and achievements with every result: once a match, in the transaction that writes the result."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from games.models import Achievement, Match, MatchSeat, Rating, RulesetTotals, Totals
from games.services import notices
from games.services.totals.accounts import Account, fields_of
from games.services.totals.measures import SHIPPED
from games.services.totals.tally import played, stored_moves

#: The least that lies between the ends of two matches of one person: what the database can tell apart.
A_MOMENT = timedelta(microseconds=1)


def blank(people: Collection[int]) -> dict[int, Account]:
    """Return accounts of these people (row numbers) in which nothing has been counted."""
    return {person: Account(Totals(person_id=person)) for person in people}


def kept_of(people: Collection[int]) -> dict[int, Account]:
    """Return the totals that are kept of these people, without what `load` reads."""
    accounts = blank(people)
    for totals in Totals.objects.filter(person__in=people):
        accounts[totals.person_id].totals = totals
    return accounts


def load(accounts: dict[int, Account], title: str | None = None) -> None:
    """Read what else is kept of these people: how they did by ruleset, and what they have earned.

    With `title`, of the rulesets only that one and those that count for something.
    """
    rulesets = RulesetTotals.objects.filter(person__in=accounts)
    if title is not None:
        rulesets = rulesets.filter(rules_title__in={title, *(shipped for _, shipped in SHIPPED)})
    for row in rulesets:
        accounts[row.person_id].rulesets[row.family, row.rules_title] = row
    for one in Achievement.objects.filter(person__in=accounts):
        accounts[one.person_id].earned[one.key] = one


def hold(people: Iterable[int]) -> dict[int, Account]:
    """Lock these people (row numbers) in their order; return their totals, without those whose account is removed.

    Whoever changes what is kept of somebody holds their row: nobody is counted twice at once, or while they leave.
    """
    present = User.objects.filter(pk__in=set(people), removed_number=None).order_by("pk")
    # not the keys: rows that merely point at these people need not wait
    return kept_of(list(present.select_for_update(no_key=True).values_list("pk", flat=True)))


def hold_players(seats: Sequence[MatchSeat]) -> dict[int, Account]:
    """Lock the people of a match that ends, as `hold` does."""
    return hold(seat.user_id for seat in seats if not seat.is_ai and seat.user_id is not None)


def end_of_match(accounts: dict[int, Account]) -> datetime:
    """Return the moment at which a match of these people ends: now, after the last match of each of them.

    So a person's matches have one order, whatever the clocks of several machines say.
    """
    last = [account.totals.last_match_at for account in accounts.values() if account.totals.last_match_at]
    return max([timezone.now(), *(moment + A_MOMENT for moment in last)])


def count(match: Match, seats: Sequence[MatchSeat], at: datetime, accounts: dict[int, Account]) -> None:
    """Add a match that ended `at` to the totals of its people, who are held, and give them what they have earned.

    `seats` are all of the match, with their places. A match that was counted already changes nothing. The number of
    queries does not grow with seats or moves.
    """
    if not accounts:
        return
    load(accounts, match.rules_title)
    ratings = ratings_of(accounts) if match.ladder_id is not None else {}
    counted, earned = [], []
    for one in played(match, seats, stored_moves(match), at):
        account = accounts.get(one.person)
        if account is not None and account.count(one):
            counted.append(account)
            earned += account.earn(at, match.pk, ratings.get(one.person, ()))
    write(counted, [account.rulesets[match.family, match.rules_title] for account in counted])
    notices.achieved(Achievement.objects.bulk_create(earned))


def ratings_of(people: Collection[int]) -> dict[int, list[Rating]]:
    """Return the ratings of these people, of all ladders and seasons."""
    ratings: dict[int, list[Rating]] = defaultdict(list)
    for rating in Rating.objects.filter(person__in=people).only("person", "season", "matches", "final_place"):
        ratings[rating.person_id].append(rating)
    return ratings


def write(accounts: Iterable[Account], rulesets: Iterable[RulesetTotals]) -> None:
    """Store these totals, those that there were and those that are new, in a query for each kind."""
    Totals.objects.bulk_create(
        [account.totals for account in accounts],
        update_conflicts=True,
        unique_fields=["person"],
        update_fields=[name.removesuffix("_id") for name in fields_of(Totals)],
    )
    identity = ["person", "family", "rules_title"]
    for row in (rows := list(rulesets)):
        row.pk = None  # found by who and what it is about, whether it is there or not
    RulesetTotals.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=identity,
        update_fields=[name for name in fields_of(RulesetTotals) if name not in identity],
    )


def look_again(people: Iterable[int], at: datetime) -> list[Achievement]:
    """Give these people what they have earned otherwise than by a match, as by the end of a season, and tell them.

    Runs in a transaction. Returns what is new.
    """
    accounts = hold(people)
    load(accounts)
    ratings = ratings_of(accounts)
    earned = [one for person, account in accounts.items() for one in account.earn(at, None, ratings.get(person, ()))]
    stored = Achievement.objects.bulk_create(earned)
    notices.achieved(stored)
    return stored


def award_places() -> None:
    """Give those who ended a season in first place what that earns, if they have it not yet.

    By itself, not with the end of a season: that holds all its ratings, and people are held before ratings.
    """
    champions = Achievement.objects.filter(person=OuterRef("person"), key="champion")
    first = Rating.objects.filter(~Exists(champions), final_place=1, person__removed_number=None)
    for person in first.order_by("person").values_list("person", flat=True).distinct():
        with transaction.atomic():
            look_again([person], timezone.now())


def forget(user: User) -> None:
    """An account is being removed: its totals and achievements go. Holds its row, so that none comes after."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    for rows in (Achievement, RulesetTotals, Totals):
        rows.objects.filter(person=user).delete()
