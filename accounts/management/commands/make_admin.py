"""`manage.py make_admin NAME [--role ROLE]`."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import Kind, User
from accounts.names import display_key


class Command(BaseCommand):
    help = "Let a person who has signed up into the administration, by display name or e-mail address: as an admin."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="display name or e-mail address")
        parser.add_argument("--role", help="no admin, but one of the roles: Moderator, Editor")

    def handle(self, *args: Any, **options: Any) -> None:
        user = self._find(options["name"])
        if options["role"]:
            self._give(user, options["role"])
            return
        if user.is_staff and user.is_superuser:
            self.stdout.write(f"{user.name} is an admin already.")
            return
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])
        self.stdout.write(f"{user.name} is an admin now.")

    def _give(self, user: User, role: str) -> None:
        group = Group.objects.filter(name=role).first()
        if group is None:
            known = ", ".join(Group.objects.order_by("name").values_list("name", flat=True))
            raise CommandError(f"There is no role {role!r}, but: {known}.")
        user.groups.add(group)
        user.is_staff = True
        user.save(update_fields=["is_staff"])
        self.stdout.write(f"{user.name} has the role {role} now.")

    def _find(self, name: str) -> User:
        people = User.objects.filter(kind=Kind.PERSON, is_active=True, removed_number=None)
        if "@" in name:
            address = name.strip().lower()
            owner = EmailAddress.objects.filter(email=address, verified=True).first()
            found = people.filter(pk=owner.user_id) if owner else people.filter(email=address)
        else:
            found = people.filter(display_key=display_key(name))
        candidates = list(found[:2])
        if not candidates:
            raise CommandError(f"Nobody here is called {name!r}. Sign up on the site first, then run this.")
        if len(candidates) > 1:
            raise CommandError(f"Several people signed up with {name!r}. Use the display name instead.")
        return candidates[0]
