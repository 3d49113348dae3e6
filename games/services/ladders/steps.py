"""The steps of the ladders, kept up by triggers: whoever writes ratings, and however, the counts go with the rows.

A place counted from a hundred thousand ratings is quick only right after a vacuum: until then PostgreSQL looks at every
row. From the steps, of which there are some two thousand, it is quick always. Writers of a season's ratings hold its
row (`final.lock`), so none waits for another's steps in a circle.
"""

from django.db import connections, transaction

_STEP = "ladder_id, season_id, final_place, rank_value"
_OF_RATING = "ladder_id, season_id, coalesce(final_place, 0) AS final_place, rank_value"
_RECOUNT = (
    "DELETE FROM games_ratingstep",
    f"INSERT INTO games_ratingstep ({_STEP}, people) SELECT {_OF_RATING}, count(*) FROM games_rating "  # noqa: S608
    "WHERE is_listed GROUP BY ladder_id, season_id, coalesce(final_place, 0), rank_value",
)

# One run for each statement, however many rows it has written. What goes is only taken off, never put in: where a
# ladder is deleted, its steps are gone before its ratings.
_POSTGRESQL = (
    f"""
CREATE OR REPLACE FUNCTION games_count_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        UPDATE games_ratingstep AS step SET people = step.people - gone.people FROM (
            SELECT {_OF_RATING}, count(*) AS people FROM old_ratings
            WHERE is_listed GROUP BY 1, 2, 3, 4
        ) AS gone
        WHERE step.ladder_id = gone.ladder_id AND step.season_id = gone.season_id
            AND step.final_place = gone.final_place AND step.rank_value = gone.rank_value;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO games_ratingstep ({_STEP}, people)
            SELECT {_OF_RATING}, count(*) FROM new_ratings
            WHERE is_listed GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT ({_STEP}) DO UPDATE SET people = games_ratingstep.people + excluded.people;
    END IF;
    RETURN NULL;
END $$
""",  # noqa: S608
    *(
        f"CREATE OR REPLACE TRIGGER games_count_{event} AFTER {event} ON games_rating "
        f"REFERENCING {tables} FOR EACH STATEMENT EXECUTE FUNCTION games_count_steps()"
        for event, tables in (
            ("insert", "NEW TABLE AS new_ratings"),
            ("update", "OLD TABLE AS old_ratings NEW TABLE AS new_ratings"),
            ("delete", "OLD TABLE AS old_ratings"),
        )
    ),
)


def _sqlite_step(row: str) -> str:
    return (
        f"ladder_id = {row}.ladder_id AND season_id = {row}.season_id "
        f"AND final_place = coalesce({row}.final_place, 0) AND rank_value = {row}.rank_value AND {row}.is_listed"
    )


_SQLITE_OFF = f"UPDATE games_ratingstep SET people = people - 1 WHERE {_sqlite_step('OLD')};"  # noqa: S608
_SQLITE_ON = (
    f"INSERT OR IGNORE INTO games_ratingstep ({_STEP}, people) SELECT NEW.ladder_id, NEW.season_id, "  # noqa: S608
    "coalesce(NEW.final_place, 0), NEW.rank_value, 0 WHERE NEW.is_listed; "
    f"UPDATE games_ratingstep SET people = people + 1 WHERE {_sqlite_step('NEW')};"
)
_SQLITE = tuple(
    f"CREATE TRIGGER IF NOT EXISTS games_count_{event.split()[0]} AFTER {event} ON games_rating BEGIN {acts} END"
    for event, acts in (
        ("insert", _SQLITE_ON),
        ("update OF ladder_id, season_id, final_place, rank_value, is_listed", _SQLITE_OFF + " " + _SQLITE_ON),
        ("delete", _SQLITE_OFF),
    )
)
_INSTALLED = {
    "postgresql": "SELECT 1 FROM pg_trigger WHERE tgname = 'games_count_update'"
    " AND tgrelid = to_regclass('games_rating')",
    "sqlite": "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = 'games_count_update'",
}


def install(using: str) -> None:
    """Have a database keep the steps up. Called after migrations: SQLite drops triggers with the tables it remakes.

    Nothing happens where it does already, or where there are no steps yet. Raises KeyError for a kind of database that
    this site does not run on.
    """
    connection = connections[using]
    if not {"games_rating", "games_ratingstep"} <= set(connection.introspection.table_names()):
        return
    with transaction.atomic(using), connection.cursor() as cursor:
        cursor.execute(_INSTALLED[connection.vendor])
        if cursor.fetchone() is None:
            for statement in _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE:
                cursor.execute(statement)
            recount(using)


def recount(using: str) -> None:
    """Count the steps anew, from the ratings: where the triggers were not there, or were switched off."""
    with transaction.atomic(using), connections[using].cursor() as cursor:
        for statement in _RECOUNT:
            cursor.execute(statement)
