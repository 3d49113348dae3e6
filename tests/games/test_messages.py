"""What a socket accepts as a message, and how much of it."""

import json

import pytest

from games.consumers.acts import ACTS, Asked, BadMessage, read_message
from games.consumers.limits import Bucket

LARGEST = 2048


def test_it_reads_what_the_page_sends() -> None:
    text = '{"act": "move", "move": "R5!", "version": "41", "HEADERS": {"HX-Request": "true"}}'
    assert read_message(text, LARGEST) == Asked("move", move="R5!", version=41)


@pytest.mark.parametrize("act", [*ACTS, "ping"])
def test_it_knows_every_act(act: str) -> None:
    assert read_message(json.dumps({"act": act}), LARGEST).act == act


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (None, "bytes"),
        ("", "no JSON"),
        ("not json", "no JSON"),
        ("[" * 2000, "no JSON"),
        ('["move"]', "no JSON object"),
        ("{}", "unknown act"),
        ('{"act": "cheat"}', "unknown act"),
        ('{"act": ["move"]}', "unknown act"),
        ('{"act": "move", "move": 5}', "move"),
        ('{"act": "move", "move": "' + "R" * 300 + '"}', "move"),
        ('{"act": "move", "version": "-1x"}', "version"),
        ('{"act": "move", "version": "٤"}', "version"),
        ('{"act": "move", "version": true}', "version"),
        ('{"act": "move", "version": 1e999}', "version"),
        ('{"act": "move", "version": 99999999999999999999}', "version"),
        ('{"act": "send_away", "seat": "one"}', "seat"),
        ('{"act": "invite", "person": 7}', "person"),
        ('{"act": "invite", "person": "' + "x" * 30 + '"}', "person"),
        ('{"act": "add_ai", "level": "' + "e" * 30 + '"}', "level"),
        ('{"act": "ping", "filler": "' + "x" * 3000 + '"}', "oversized"),
    ],
)
def test_it_refuses_what_is_no_message(text: str | None, what: str) -> None:
    with pytest.raises(BadMessage, match=what):
        read_message(text, LARGEST)


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    now = [0.0]
    bucket = Bucket(burst=3, rate=2, clock=lambda: now[0])
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    assert bucket.refused == 2
    now[0] = 0.5
    assert bucket.take()
    assert bucket.refused == 0
    assert not bucket.take()
    now[0] = 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
