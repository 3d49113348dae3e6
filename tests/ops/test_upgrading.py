"""Processes of the release before run on beside a database that has been migrated already."""

from collections.abc import Iterator

from django.db import migrations
from django.db.migrations.loader import MigrationLoader

#: From these migrations on; earlier ones were made before anybody had a site to upgrade.
SINCE = {"accounts": 4, "games": 7}


def added() -> Iterator[tuple[str, migrations.AddField]]:
    """The columns that migrations add to tables of an earlier one, each with its name."""
    for (app, name), migration in MigrationLoader(None).disk_migrations.items():
        made = {one.name_lower for one in migration.operations if isinstance(one, migrations.CreateModel)}
        is_ours = app in SINCE and int(name[:4]) >= SINCE[app]
        for one in migration.operations if is_ours else ():
            if isinstance(one, migrations.AddField) and one.model_name_lower not in made:
                yield f"{app}.{name}.{one.model_name}.{one.name}", one


def test_a_row_may_be_made_by_who_does_not_know_a_new_column() -> None:
    found = dict(added())
    assert "games.0007_ladders.match.people_key" in found
    wrong = [name for name, one in found.items() if not (one.field.null or one.field.has_db_default())]
    assert wrong == []
