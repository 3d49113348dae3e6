"""Settling a dispute: positions that are built, pasted, or taken from a finished match."""

import json
import string
from contextlib import suppress
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.forms.cards import read_cards
from games.models import SavedRuleset
from games.rules.core.scenario import run
from games.rules.families import FAMILIES
from games.services import scenarios
from games.services.scenarios import NoScenario
from tests.games.test_records import finish
from tests.rules.scenarios import scenarios as kept_scenarios

BUILD = {"rules": "official", "seats": "3", "turn": "0", "discard": "R7", "direction": "1", "hand_0": "R5 B9 W4"}


@pytest.fixture
def page(client: Client, presets: None) -> Client:
    """A browser, with the presets there."""
    return client


def build(page: Client, **changes: str) -> str:
    answer = page.post("/disputes/", {**BUILD, **changes})
    assert answer.status_code == 200, answer.context["build"].errors
    return answer.content.decode()


def wrong(page: Client, field: str, **changes: str) -> str:
    """Build what cannot be; return what is said beside the field."""
    answer = page.post("/disputes/", {**BUILD, **changes})
    assert answer.status_code == 422
    assert f'id="id_{field}_error"' in answer.content.decode()
    return str(answer.context["build"].errors[field][0])


def test_the_page_opens_with_both_forms(page: Client) -> None:
    text = page.get("/disputes/").content.decode()
    assert 'name="hand_0"' in text
    assert 'name="scenario"' in text


@pytest.mark.parametrize(
    "address", ["/disputes/?match=%00", "/disputes/?rules=%00", "/records/?match=a%00b", "/matches/a%00b/replay/"]
)
def test_an_odd_address_is_no_error_of_ours(page: Client, address: str) -> None:
    assert page.get(address).status_code in (200, 404)


def test_who_asks_for_the_head_only_is_answered(page: Client) -> None:
    assert page.head("/disputes/").status_code == page.head("/records/").status_code == 200


# --- a position that is built ---


def test_it_says_what_may_be_played_and_what_not(page: Client) -> None:
    text = build(page)
    assert "play red 5" in text
    assert ">R5</code>" in text
    assert "W4&gt;B" in text
    assert "Needs red or a 7." in text
    assert "Rule: the printed game" in text


def test_a_refusal_names_the_option_behind_it(page: Client) -> None:
    text = build(page, discard="R7 RD", pending="2", hand_0="BD R1")
    assert "2 cards are waiting for you" in text
    assert "<b>Draw Two on Draw Two</b>, no" in text
    assert "Last card" in build(page, rules="home", hand_0="RS")


def test_unnamed_hands_are_neither_shown_nor_judged(page: Client) -> None:
    text = build(page, rules="speed", hand_1="3")
    assert text.count("Its cards were not named.") == 2
    assert "may, out of turn" not in text


def test_what_others_may_do_out_of_turn_is_said(page: Client) -> None:
    text = build(page, rules="speed", hand_1="R7 B1")
    assert "Seat 1 may, out of turn" in text


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("R5", "Allowed"),
        (" 0: R5 ", "Allowed"),
        ("B9", "Not allowed"),
        ("1: R5", "It is not your turn."),
        ("R5+B9", "One card at a time"),
        ("fly", "That is no move"),
        ("<b>", "&lt;b&gt;"),
    ],
)
def test_a_move_in_question_is_judged(page: Client, move: str, says: str) -> None:
    assert says in build(page, move=move)


def test_what_a_judged_move_does_tells_no_hidden_card(page: Client) -> None:
    assert "drew 1 card" in build(page, move="draw")


@pytest.mark.parametrize(
    ("field", "changes", "says"),
    [
        ("hand_0", {"hand_0": "R5 X9"}, "Card 2, “X9”, is no card."),
        ("hand_0", {"hand_0": ""}, "the cards of the seat to move"),
        ("hand_0", {"hand_0": "R5 R5 R5"}, "There is no more red 5"),
        ("hand_0", {"hand_0": "P5"}, "This deck has no pink 5."),
        ("hand_1", {"hand_1": "99"}, "1 to 40 cards."),
        ("hand_3", {"hand_1": "40", "hand_2": "40", "hand_3": "40", "seats": "4"}, "not left in the deck"),
        ("hand_5", {"hand_5": "R1"}, "the last one is 2"),
        ("turn", {"turn": "3"}, "the last one is 2"),
        ("turn", {"turn": "x"}, ""),
        ("discard", {"discard": ""}, ""),
        ("discard", {"discard": "banana"}, "is no card"),
        ("color", {"discard": "W"}, "which colour was chosen"),
        ("color", {"color": "P"}, "does not have that colour"),
        ("pending", {"pending": "2"}, "needs a draw card"),
        ("pending", {"pending": "-1"}, ""),
        ("seats", {"rules": "duel"}, "These rules are for 2 players."),
        ("rules", {"rules": "nonsense"}, ""),
        ("rules", {"rules": "a\0b"}, ""),
        ("hand_0", {"hand_0": "R5\0"}, ""),
        ("move", {"move": "9: R5"}, "no such seat"),
        ("move", {"move": "x" * 200}, ""),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(page: Client, field: str, changes: dict[str, str], says: str) -> None:
    assert says in wrong(page, field, **changes)


def test_own_rules_can_be_chosen(page: Client, mei: User) -> None:
    SavedRuleset.objects.create(owner=mei, title="Mine", key="mine1234", options={"must_play": True})
    page.force_login(mei)
    text = build(page, rules="mine1234", move="draw")
    assert "At this table you must play when you can." in text
    assert "<b>Must play</b>, yes" in text


def test_the_built_position_is_given_as_a_scenario(page: Client) -> None:
    answer = page.post("/disputes/", BUILD)
    text = answer.context["paste"].initial["scenario"]
    assert json.loads(text)["hands"][0] == "R5 B9 W4"
    assert page.post("/disputes/", {"scenario": text}).status_code == 200


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("r5, G+2;wild 红7", "R5 GD W R7"),
        ("blue skip / yellow reverse . Red 0", "BS YV R0"),
        ("+4 w4 wild draw four 王牌+4", "W4 W4 W4 W4"),
        ("Ｒ９、绿禁", "R9 GS"),
        ("", ""),
    ],
)
def test_cards_are_read_as_people_write_them(text: str, cards: str) -> None:
    assert read_cards(text) == cards.split()


@given(st.text(max_size=200) | st.text("rygbpw45sdv+ ,红wildraw", max_size=200))
@settings(max_examples=150, deadline=None)
def test_any_text_is_cards_or_refused(text: str) -> None:
    with suppress(ValidationError):
        codes = read_cards(text)
        assert read_cards(" ".join(codes)) == codes


# --- a scenario that is pasted ---

SCENARIO: dict[str, Any] = {
    "title": "Draw Two with two seats",
    "hands": ["RD R1 R2", "B1 B2"],
    "draw_pile": "Y1 Y2 Y3",
    "discard": "G0 R9",
    "steps": [
        {"move": "1: B1", "refused": "not_your_turn"},
        {"move": "0: RD", "expect": {"turn": 0, "hands": ["R1 R2", "B1 B2 Y1 Y2"]}},
        {"legal": "0", "expect": ["R1", "R1!", "R2", "R2!", "draw"]},
    ],
}


def paste(page: Client, data: Any) -> Any:
    return page.post("/disputes/", {"scenario": data if isinstance(data, str) else json.dumps(data)})


def test_steps_are_run_and_each_is_reported(page: Client) -> None:
    text = paste(page, SCENARIO).content.decode()
    assert "Everything is as expected" in text
    assert text.count("<b>passed</b>") == 3


def test_a_failed_step_says_what_was_expected_and_found(page: Client) -> None:
    steps = [
        {"expect": {"turn": 1}},
        {"legal": "0", "expect": ["RD", "Y9"]},
        {"move": "0: B9"},
        {"move": "0: RD"},
    ]
    text = paste(page, {**SCENARIO, "steps": steps}).content.decode()
    assert "Not everything is as expected" in text
    assert "expected: 1, found: 0" in text
    assert "expected: allowed, found: refused as not_in_hand (You do not hold that card.)" in text
    assert "not reached" in text


def test_a_scenario_without_steps_is_ruled_on(page: Client) -> None:
    text = paste(page, {key: value for key, value in SCENARIO.items() if key != "steps"}).content.decode()
    assert "Seat 0 may" in text


def test_a_ruleset_that_must_be_refused_is_checked(page: Client) -> None:
    assert "as expected" in paste(page, {"rules": {"hand_size": 99}, "invalid": "hand_size"}).content.decode()
    assert "not refused" in paste(page, {"rules": {}, "invalid": "hand_size"}).content.decode()


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ("{", "line 1, column 2"),
        ("[]", "file"),
        ("[1]", "[0]"),
        ("[" * 30_000, "file"),
        ("9" * 10_000, ""),
        ("x" * 70_000, ""),
        ('{"a": ' + "[" * 40 + "]" * 40 + "}", ""),
        ({**SCENARIO, "hands": ["RD X", "B1"]}, "hands[0]"),
        ({**SCENARIO, "hands": ["RD"] * 11}, "rules"),
        ({**SCENARIO, "rules": {"hand_size": 99}}, "rules"),
        ({**SCENARIO, "rules": {"seats": "many"}}, "rules"),
        ({**SCENARIO, "family": "chess"}, "family"),
        ({**SCENARIO, "surprise": 1}, "surprise"),
        ({**SCENARIO, "steps": [{"move": "0: RD", "expect": {"luck": 1}}]}, "steps[0].expect.luck"),
        ({**SCENARIO, "steps": [{"expect": {}}] * 61}, "steps"),
        ([SCENARIO, {**SCENARIO, "turn": 9}], "[1] turn"),
        ({**SCENARIO, "steps": [{"legal": "7", "expect": []}]}, "steps[0].legal"),
        ({**SCENARIO, "steps": [{"legal": [], "expect": []}]}, "steps[0].legal"),
        ({**SCENARIO, "steps": [{"legal": "0", "expect": "R1"}]}, "steps[0].expect"),
        ({**SCENARIO, "steps": [{"legal": "0", "expect": ["fly"]}]}, "steps[0].expect[0]"),
        ({**SCENARIO, "steps": [{"legal": "0", "expect": [], "seen": 1}]}, "steps[0].seen"),
    ],
)
def test_what_is_no_scenario_says_where(page: Client, data: Any, place: str) -> None:
    answer = paste(page, data)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert 'id="id_scenario_error"' in text
    if place:
        assert f"Look at {place}." in text


def test_a_deck_that_would_take_minutes_is_refused() -> None:
    edition = {
        "key": "many", "title": "Many", "text": "", "colors": "RYGBP", "faces": {"1": 4, "2": 4}, "wilds": {},
        "points": {"1": 1, "2": 2},
    }  # fmt: skip
    rules = {"edition": edition, "multi_play": "same_face", "hand_size": 1, "seats": [2, 2], "second_deck_from": 2}
    with pytest.raises(NoScenario, match="cards alike"):
        scenarios.settle({"rules": rules, "hands": ["R1", "R2"], "discard": "G1"})


@pytest.mark.parametrize(("cards", "steps"), [(200, 0), (30, 60)])
def test_hands_that_would_take_minutes_are_refused(cards: int, steps: int) -> None:
    """Two decks by `same_face`: sixteen cards of a face make thousands of sets."""
    rules = {"multi_play": "same_face", "second_deck_from": 2}
    deck = list(FAMILIES["uno"].deck(FAMILIES["uno"].ruleset(rules), 2))
    for card in ("R0", "Y1"):
        deck.remove(card)
    hand = sorted(deck, key=lambda card: card[1:])[:cards]
    lists = [{"legal": "0", "expect": []}] * steps
    with pytest.raises(NoScenario, match="too many cards"):
        scenarios.settle({"rules": rules, "hands": [" ".join(hand), "R0"], "discard": "Y1", "steps": lists})


def test_every_kept_scenario_is_reported_as_the_engine_reports_it() -> None:
    family = FAMILIES["uno"]
    for scenario in kept_scenarios():
        assert scenarios.settle(scenario).passed == (not run(scenario, family)), scenario["title"]


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(string.printable, max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_scenario_with_anything_in_it_is_run_or_refused(presets: None, data: st.DataObject) -> None:
    scenario = {**SCENARIO, "steps": [dict(step) for step in SCENARIO["steps"]]}
    for _ in range(data.draw(st.integers(1, 3))):
        steps = scenario["steps"] if isinstance(scenario["steps"], list) else []
        where: dict[str, Any] = data.draw(st.sampled_from([scenario, *(one for one in steps if isinstance(one, dict))]))
        keys = st.sampled_from([*where, "rules", "deal", "pending", "color", "vip", "days", "seen", "next", "invalid"])
        where[data.draw(keys)] = data.draw(_values)
    assert paste(Client(), scenario).status_code in (200, 422)


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=300) | st.text('{}[]":,0123456789aRhndsi ', max_size=300))
def test_any_text_is_a_scenario_or_refused(text: str) -> None:
    with suppress(NoScenario):
        scenarios.read(text)


# --- a position of a finished match ---


def test_a_step_of_a_finished_match_is_ruled_on(page: Client, open_table: Any, mei: User, otto: User) -> None:
    match = finish(open_table, mei, otto)
    for number in (0, 1, 5, match.number):
        answer = page.get("/disputes/", {"match": match.public_id, "move": number})
        text = answer.content.decode()
        assert answer.status_code == 200
        assert f"After move {number}" in text
        assert f"/replay/?move={number}" in text
    assert "nobody may do anything" in text
    first = page.get("/disputes/", {"match": match.public_id, "move": 0})
    assert "What was played:" in first.content.decode()
    scenario = first.context["paste"].initial["scenario"]
    assert page.post("/disputes/", {"scenario": scenario}).status_code == 200


@pytest.mark.parametrize("language", ["zh-hans", "zh-hant"])
def test_it_opens_in_every_language(page: Client, language: str) -> None:
    for address in ("/disputes/", "/records/"):
        assert page.get(address, headers={"Accept-Language": language}).status_code == 200
    answer = page.post("/disputes/", {**BUILD, "move": "R5+R5"}, headers={"Accept-Language": language})
    assert answer.status_code == 200
