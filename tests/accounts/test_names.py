"""Names: who looks like whom, and which nobody may take."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.names import check_name, display_key, display_shape, pretends, tidy_name
from accounts.naming import is_name_free


def alike(one: str, other: str) -> bool:
    return display_key(one) == display_key(other) or display_shape(one) == display_shape(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mei", "mei"),
        ("Mei", "MEI"),
        ("Mei", "M\u0435i"),  # Cyrillic е
        ("Me1", "Mel"),
        ("Mel", "MeI"),
        ("Mei", "Me1"),
        ("Mei", "Ｍｅｉ"),  # full width
        ("Mei", "M.e_i"),
        ("Mei Lin", "meilin"),
        ("Bob", "B0b"),
        ("Bob", "\u0412ob"),  # Cyrillic В
        ("Hello", "\u041dello"),  # Cyrillic Н, whose small letter looks like nothing Latin
        ("Нина", "НИНА"),
        ("rnatt", "matt"),
        ("vvolf", "wolf"),
        ("José", "Jose\u0301"),  # one letter, or a letter and a mark
        ("Straße", "STRASSE"),
        ("İstanbul", "istanbul"),
        ("口口", "ロロ"),  # a Chinese mouth, a Japanese ro
        ("O'Neil", "ONeil"),
    ],
)
def test_they_look_alike(one, other):
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mei", "Mey"),
        ("Alice", "Alicia"),
        ("王小明", "王小红"),
        ("王小明", "玉小明"),
        ("Jose", "José"),
        ("Anna", "Hanna"),
        ("Нина", "Инна"),
        ("Vera", "Nera"),
        ("Νίκος", "vikos"),
    ],
)
def test_they_do_not(one, other):
    assert not alike(one, other)


@given(st.text(max_size=20))
def test_keys_are_settled(name):
    """A key has itself for its key, so signing in by one finds the person."""
    assert display_key(display_key(name)) == display_key(name)
    assert display_shape(display_shape(name)) == display_shape(name)


# two Greek letters with three marks fall apart differently in small and as capitals; nobody's name has them
@given(st.text(st.characters(exclude_characters="\u1fd7\u1fe7", exclude_categories=["Cs"]), max_size=20))
def test_case_never_counts(name):
    assert display_key(name.casefold()) == display_key(name)


@given(st.text(max_size=40))
def test_any_text_is_answered(name):
    """A name is tidied or refused with a sentence; nothing else comes out."""
    try:
        checked = check_name(name)
    except ValidationError:
        return
    assert checked == tidy_name(checked)
    assert 2 <= len(checked) <= 20
    assert display_key(checked)
    assert len(display_key(checked)) <= 400


@pytest.mark.parametrize(
    "name",
    ["Mei", "王小明", "小明", "Zoë", "Нина", "محمد", "สมชาย", "Al Capone", "Ai Ling", "R2 D2", "O'Neil", "Modest"],
)
def test_good_names(name):
    assert check_name(name) == name


def test_spaces_are_tidied():
    assert check_name("  Mei   Lin ") == "Mei Lin"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("M", "name_length"),
        ("M" * 21, "name_length"),
        ("", "name_length"),
        ("...", "name_empty"),
        ("_-_", "name_empty"),
        ("a\u0000b", "name_letters"),
        ("ab\u202ecd", "name_letters"),  # writes backwards
        ("ab\u200bcd", "name_letters"),  # takes no room
        ("me@home", "name_letters"),
        ("<b>Mei", "name_letters"),
        ("Mei 🂡", "name_letters"),
        ("\u0301abc", "name_marks"),
        ("a" + "\u0335" * 9, "name_marks"),
        ("Admin", "name_reserved"),
        ("аdmin", "name_reserved"),
        ("Adm1n", "name_reserved"),
        ("a d m i n", "name_reserved"),
        ("Moderator 7", "name_reserved"),
        ("The Staff", "name_reserved"),
        ("Lastcard Team", "name_reserved"),
        ("AI", "name_reserved"),
        ("AI 3", "name_reserved"),
        ("AI player", "name_reserved"),
        ("AI Steady", "name_reserved"),
        ("former player 1234", "name_reserved"),
        ("Former-Player", "name_reserved"),
        ("管理员小王", "name_reserved"),
        ("前玩家1234", "name_reserved"),
    ],
)
def test_names_nobody_may_take(name, code):
    with pytest.raises(ValidationError) as caught:
        check_name(name)
    assert caught.value.code == code


def test_a_name_that_pretends_is_seen_in_any_spelling():
    assert pretends("ADMlN")
    assert not pretends("Botticelli")


def test_taken_names(alice):
    assert not is_name_free("a1ice")
    assert is_name_free("a1ice", but_for=alice)
    assert is_name_free("Alicia")


@pytest.mark.parametrize("name", ["ALICE", "A1ice", "Аlice"])
def test_the_database_has_the_last_word(alice, name):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(name)
