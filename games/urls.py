"""Addresses of the lobby, the tables and the matches."""

from django.urls import path

from games import addresses  # noqa: F401  (registers the converter)
from games.views import disputes, ladders, lobby, matches, notices, people, records, rules, rulesets, table

app_name = "games"
urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.open_table, name="open"),
    path("tables/new/counts/", lobby.open_counts, name="open_counts"),
    path("tables/<public:public_id>/", table.table, name="table"),
    path("tables/<public:public_id>/join/", table.join, name="join"),
    path("tables/<public:public_id>/leave/", table.leave, name="leave"),
    path("play-now/", lobby.play_now, name="play_now"),
    path("rules/", rules.rules, name="rules"),
    path("ladders/how/", rules.ratings, name="how_ratings"),
    path("rules/options/", rules.options, name="rules_options"),
    path("rulesets/", rulesets.index, name="rulesets"),
    path("rulesets/new/", rulesets.new, name="ruleset_new"),
    path("rulesets/preview/", rulesets.preview, name="ruleset_preview"),
    path("rulesets/<slug:key>/", rulesets.ruleset, name="ruleset"),
    path("rulesets/<slug:key>/edit/", rulesets.edit, name="ruleset_edit"),
    path("rulesets/<slug:key>/delete/", rulesets.delete, name="ruleset_delete"),
    path("matches/", matches.history, name="matches"),
    path("matches/<public:public_id>/", matches.match, name="match"),
    path("matches/<public:public_id>/record/", records.record, name="record"),
    path("matches/<public:public_id>/replay/", records.replay, name="replay"),
    path("ladders/", ladders.index, name="ladders"),
    path("ladders/<slug:key>/", ladders.ladder, name="ladder"),
    path("notices/", notices.index, name="notices"),
    path("matches/records.zip", records.own, name="own_records"),
    path("records/", records.index, name="records"),
    path("records/<str:name>", records.published, name="published"),
    path("friends/", people.friends, name="friends"),
    path("friends/now/", people.friends_now, name="friends_now"),
    path("people/<public:public_id>/", people.person, name="person"),
    path("people/<public:public_id>/matches/", people.matches, name="person_matches"),
    path("people/<public:public_id>/invite/", people.invite, name="invite"),
    path("people/<public:public_id>/<slug:verb>/", people.act, name="person_act"),
    path("disputes/", disputes.index, name="disputes"),
]
