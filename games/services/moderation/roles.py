"""The roles of those who look after the site: what each may do, by the names of Django's permissions.

An admin is a superuser and may do everything. Each role is a group of its name; `load_presets` makes them and sets what
they may do, so a role changes here and nowhere else. Who has a role must be staff as well to reach the pages.
"""

from collections.abc import Mapping

from django.contrib.auth.models import Group, Permission
from django.db.models import Q

# what is more than a change of one row: `Action.Meta.permissions`
MEASURE_PEOPLE = "games.measure_people"
ANNUL_MATCHES = "games.annul_matches"
LOOK_AFTER_TABLES = "games.look_after_tables"
WATCH_OPEN = "games.watch_open"
VIEW_DASHBOARD = "games.view_dashboard"

MODERATOR = "Moderator"
EDITOR = "Editor"


def _all_of(*models: str) -> frozenset[str]:
    """Every permission over rows of these models ("games.ladder")."""
    parts = [model.split(".") for model in models]
    return frozenset(f"{app}.{verb}_{model}" for app, model in parts for verb in ("add", "change", "delete", "view"))


#: Group -> the permissions of its people. A part that brings a model of its own adds its lines here.
ROLES: Mapping[str, frozenset[str]] = {
    MODERATOR: frozenset(
        {
            MEASURE_PEOPLE,
            ANNUL_MATCHES,
            LOOK_AFTER_TABLES,
            WATCH_OPEN,
            VIEW_DASHBOARD,
            "games.view_report",
            "games.change_report",
            "games.view_action",
            "games.view_appeal",
            "games.change_appeal",
            "games.view_signal",
            "games.change_signal",
            "games.view_table",
            "games.view_match",
            "games.view_reckoning",
        }
    ),
    EDITOR: _all_of("games.savedruleset", "games.ladder", "games.ladderruleset", "accounts.textpage")
    | {"games.view_season"},
}


def load_roles() -> None:
    """Make the groups and set what they may do; groups of other names stay as they are. Run after each update.

    Raises LookupError for a permission that is declared here and that no model has.
    """
    for role, names in ROLES.items():
        wanted = Q(pk__in=())
        for name in names:
            app, codename = name.split(".")
            wanted |= Q(content_type__app_label=app, codename=codename)
        found = list(Permission.objects.filter(wanted).select_related("content_type"))
        known = {f"{one.content_type.app_label}.{one.codename}" for one in found}
        if missing := sorted(names - known):
            raise LookupError(f"no model has what the role {role} needs: {', '.join(missing)}")
        Group.objects.get_or_create(name=role)[0].permissions.set(found)
