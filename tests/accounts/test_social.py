"""Between Alice and Bob: every verb in every state they can be in, and what each of them then is to the other.

A state is written as Alice sees it: `asked` she has asked Bob, `offered` he has asked her, `shut` he has blocked her,
`blocks` she has blocked him, and so on.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import deletion, social
from accounts.errors import Declined
from accounts.models import Friendship, Kind, Tie, User
from accounts.personal_data import personal_data
from accounts.signals import tied
from accounts.social import Relation, relation
from tests.games.test_races import at_once, unexpected
from tests.people import make_person

NOBODY = Relation()
ASKED, OFFERED, FRIENDS = Relation("asked"), Relation("offered"), Relation("friends")
FOLLOWS, BLOCKS, MUTES = Relation(follows=True), Relation(blocks=True), Relation(mutes=True)

# the verbs that lead from a stranger to each state: who says which
STATES: dict[str, list[tuple[str, str]]] = {
    "none": [],
    "asked": [("alice", "ask")],
    "offered": [("bob", "ask")],
    "friends": [("alice", "ask"), ("bob", "accept")],
    "follows": [("alice", "follow")],
    "blocks": [("alice", "block")],
    "shut": [("bob", "block")],
    "mutes": [("alice", "mute")],
}
NO_REQUESTS = "Bob does not take requests."
FRIENDS_ALREADY = "You and Bob are friends already."
NOT_ASKING = "Bob is not asking you any more."
BLOCKED_BY_ME = "You have blocked Bob. Take that back first."

# state, Alice's verb -> what Bob then is to her, or the sentence she reads; and what Bob hears of it
RULES: list[tuple[str, str, Relation | str, list[str]]] = [
    ("none", "ask", ASKED, ["friend_asked"]),
    ("asked", "ask", ASKED, []),
    ("offered", "ask", FRIENDS, ["friend_accepted"]),
    ("friends", "ask", FRIENDS, []),
    ("follows", "ask", Relation("asked", follows=True), ["friend_asked"]),
    ("blocks", "ask", BLOCKED_BY_ME, []),
    ("shut", "ask", NO_REQUESTS, []),
    ("mutes", "ask", Relation("asked", mutes=True), ["friend_asked"]),
    ("none", "accept", NOT_ASKING, []),
    ("asked", "accept", NOT_ASKING, []),
    ("offered", "accept", FRIENDS, ["friend_accepted"]),
    ("friends", "accept", FRIENDS, []),
    ("none", "decline", NOBODY, []),
    ("asked", "decline", ASKED, []),
    ("offered", "decline", NOBODY, ["friend_no_more"]),
    ("friends", "decline", FRIENDS_ALREADY, []),
    ("none", "withdraw", NOBODY, []),
    ("asked", "withdraw", NOBODY, ["friend_no_more"]),
    ("offered", "withdraw", OFFERED, []),
    ("friends", "withdraw", FRIENDS_ALREADY, []),
    ("none", "end", NOBODY, []),
    ("asked", "end", ASKED, []),
    ("offered", "end", OFFERED, []),
    ("friends", "end", NOBODY, ["friend_no_more"]),
    ("none", "follow", FOLLOWS, []),
    ("follows", "follow", FOLLOWS, []),
    ("friends", "follow", Relation("friends", follows=True), []),
    ("blocks", "follow", BLOCKED_BY_ME, []),
    ("shut", "follow", "Bob cannot be followed.", []),
    ("none", "unfollow", NOBODY, []),
    ("follows", "unfollow", NOBODY, []),
    ("none", "block", BLOCKS, ["blocked"]),
    ("asked", "block", BLOCKS, ["friend_no_more", "blocked"]),
    ("offered", "block", BLOCKS, ["friend_no_more", "blocked"]),
    ("friends", "block", BLOCKS, ["friend_no_more", "blocked"]),
    ("follows", "block", BLOCKS, ["blocked"]),
    ("blocks", "block", BLOCKS, []),
    ("shut", "block", BLOCKS, ["blocked"]),
    ("mutes", "block", Relation(blocks=True, mutes=True), ["blocked"]),
    ("none", "unblock", NOBODY, []),
    ("blocks", "unblock", NOBODY, ["unblocked"]),
    ("none", "mute", MUTES, []),
    ("friends", "mute", Relation("friends", mutes=True), []),
    ("shut", "mute", MUTES, []),
    ("mutes", "mute", MUTES, []),
    ("none", "unmute", NOBODY, []),
    ("mutes", "unmute", NOBODY, []),
]


@pytest.fixture
def heard() -> Any:
    """What is told of people's verbs, in order: kind, who did it, who should hear."""
    told: list[tuple[str, str, str]] = []

    def hear(kind: str, person: User, other: User, **_: Any) -> None:
        told.append((kind, person.name, other.name))

    tied.connect(hear)
    yield told
    tied.disconnect(hear)


def say(verb: str, person: User, other: User) -> None:
    getattr(social, verb)(person, other)


def bring_to(state: str, alice: User, bob: User) -> None:
    pair = {"alice": (alice, bob), "bob": (bob, alice)}
    for who, verb in STATES[state]:
        say(verb, *pair[who])


@pytest.mark.parametrize(("state", "verb", "then", "tells"), RULES, ids=lambda value: str(value)[:24])
def test_every_verb_in_every_state(
    state: str, verb: str, then: Relation | str, tells: list[str], alice: User, bob: User, heard: list[Any]
) -> None:
    bring_to(state, alice, bob)
    before, told = relation(alice, bob), len(heard)
    if isinstance(then, str):
        with pytest.raises(Declined) as refused:
            say(verb, alice, bob)
        assert refused.value.sentence == then
        then = before
    else:
        say(verb, alice, bob)
    assert relation(alice, bob) == then
    assert heard[told:] == [(kind, "Alice", "Bob") for kind in tells]


@pytest.mark.parametrize("verb", ["ask", "follow", "block", "mute", "unblock", "unmute", "unfollow", "end", "withdraw"])
def test_said_twice_is_said_once(verb: str, alice: User, bob: User, heard: list[Any]) -> None:
    say(verb, alice, bob)
    rows, told = (Friendship.objects.count(), Tie.objects.count()), len(heard)
    say(verb, alice, bob)
    assert (Friendship.objects.count(), Tie.objects.count()) == rows
    assert len(heard) == told


def test_a_block_ends_following_both_ways(alice: User, bob: User) -> None:
    social.follow(alice, bob)
    social.follow(bob, alice)
    social.mute(bob, alice)
    social.block(alice, bob)
    assert relation(alice, bob) == BLOCKS
    assert relation(bob, alice) == MUTES  # a decision of Bob's own stays his


def others() -> list[Any]:
    """Those to whom nobody gets close: kind of account, and the verbs that they are refused."""
    close, far = ["ask", "follow"], ["block", "mute"]
    return [
        pytest.param({"kind": Kind.AI}, [*close, *far], id="ai"),
        pytest.param({"kind": Kind.BOT}, close, id="bot"),
        pytest.param({"is_active": False}, close, id="closed"),
    ]


@pytest.mark.parametrize(("fields", "refused"), others())
def test_whom_one_does_not_ask(fields: dict[str, Any], refused: list[str], alice: User) -> None:
    other = make_person("Robin", email="", **fields)
    for verb in ("ask", "follow", "block", "mute"):
        if verb in refused:
            with pytest.raises(Declined, match="Robin"):
                say(verb, alice, other)
        else:
            say(verb, alice, other)


@pytest.mark.parametrize("verb", ["ask", "follow", "block", "mute", "accept", "end"])
def test_nobody_is_their_own_friend(verb: str, alice: User) -> None:
    with pytest.raises(Declined, match="That is you"):
        say(verb, alice, alice)


@pytest.mark.parametrize("fields", [{"kind": Kind.AI, "email": ""}, {"is_active": False}])
def test_a_block_reads_like_any_closed_door(fields: dict[str, Any], alice: User, bob: User) -> None:
    """Who is blocked reads what somebody reads who asks an AI player or a closed account."""
    social.block(bob, alice)
    closed = make_person("Robin", **fields)
    for verb in ("ask", "follow"):
        sentences = []
        for other in (bob, closed):
            with pytest.raises(Declined) as refused:
                say(verb, alice, other)
            sentences.append(refused.value.sentence.replace(other.name, "X"))
        assert sentences[0] == sentences[1]
        assert "block" not in sentences[0]


def test_too_many_open_requests(alice: User, settings: Any) -> None:
    settings.LASTCARD = {**settings.LASTCARD, "OPEN_REQUESTS": 2}
    first, second, third = (make_person(f"Person {letter}", email="") for letter in "ABC")
    social.ask(alice, first)
    social.ask(alice, second)
    with pytest.raises(Declined, match="Too many"):
        social.ask(alice, third)
    social.accept(first, alice)  # an answer makes room
    social.ask(alice, third)


def test_too_many_at_once(alice: User, bob: User, charlie: User, settings: Any) -> None:
    settings.LASTCARD = {**settings.LASTCARD, "ASK_RATE": (2, 3600)}
    social.ask(alice, bob)
    social.ask(alice, bob)  # says nothing new, so it does not count
    social.withdraw(alice, bob)
    social.ask(alice, bob)
    with pytest.raises(Declined, match="too fast"):
        social.ask(alice, charlie)
    social.ask(charlie, alice)  # each has a count of their own


def test_who_is_what_to_whom(alice: User, bob: User, charlie: User) -> None:
    social.ask(alice, bob)
    assert not social.friends_of(bob.pk)
    social.accept(bob, alice)
    social.follow(charlie, alice)
    social.block(bob, charlie)
    social.mute(alice, charlie)
    assert social.friends_of(alice.pk) == {bob.pk}
    assert social.friends_of(bob.pk) == {alice.pk}
    assert social.followers_of(alice.pk) == {charlie.pk}
    assert social.blockers_of(charlie.pk) == {bob.pk}
    assert social.at_odds_with(charlie.pk) == {bob.pk}
    assert social.at_odds_with(bob.pk) == {charlie.pk}
    assert social.unheard_by(alice.pk) == social.unheard_by(bob.pk) == {charlie.pk}


def test_a_removed_account_is_tied_to_nobody(alice: User, bob: User, charlie: User) -> None:
    social.ask(alice, bob)
    social.accept(bob, alice)
    social.ask(charlie, alice)
    social.follow(alice, charlie)
    social.block(charlie, bob)
    social.mute(bob, alice)
    now = timezone.now()
    User.objects.filter(pk=alice.pk).update(deletion_due_at=now - timedelta(seconds=1))
    assert deletion.carry_out(alice.pk, now)
    assert not Friendship.objects.exists()
    assert list(Tie.objects.values_list("person", "other")) == [(charlie.pk, bob.pk)]
    gone = User.objects.get(pk=alice.pk)
    for verb in ("ask", "follow", "block", "mute"):
        with pytest.raises(Declined, match="former player"):
            say(verb, bob, gone)


def test_personal_data_name_the_people(alice: User, bob: User, charlie: User) -> None:
    social.ask(alice, bob)
    social.accept(bob, alice)
    social.ask(charlie, alice)
    social.follow(alice, charlie)
    social.mute(alice, bob)
    social.follow(charlie, alice)
    people = personal_data(alice)["people"]
    assert {section: [entry["name"] for entry in entries] for section, entries in people.items()} == {
        "friends": ["Bob"],
        "requests_made": [],
        "requests_received": ["Charlie"],
        "follows": ["Charlie"],
        "blocks": [],
        "mutes": ["Bob"],
    }
    assert [entry["name"] for entry in personal_data(charlie)["people"]["requests_made"]] == ["Alice"]


# --- two at once


@pytest.mark.django_db(transaction=True)
def test_two_requests_that_cross_make_a_friendship() -> None:
    alice, bob = make_person("Alice"), make_person("Bob")
    for _round in range(10):
        Friendship.objects.all().delete()
        assert not unexpected(at_once(lambda: social.ask(alice, bob), lambda: social.ask(bob, alice)))
        assert Friendship.objects.get().accepted_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_request_and_a_block_leave_no_request() -> None:
    alice, bob = make_person("Alice"), make_person("Bob")
    for _round in range(10):
        Friendship.objects.all().delete()
        Tie.objects.all().delete()
        results = at_once(lambda: social.ask(alice, bob), lambda: social.block(bob, alice))
        assert not unexpected(results, Declined)
        assert not Friendship.objects.exists()
        assert relation(bob, alice) == BLOCKS


@pytest.mark.django_db(transaction=True)
def test_one_request_clicked_many_times_is_one() -> None:
    alice, bob = make_person("Alice"), make_person("Bob")
    assert not unexpected(at_once(*[lambda: social.ask(alice, bob), lambda: social.follow(alice, bob)] * 3))
    assert (Friendship.objects.count(), Tie.objects.count()) == (1, 1)
