"""The site's editable texts."""

import pytest
from django.core.management import call_command

from accounts.context_processors import FOOTER_PAGES
from accounts.models import TextPage
from accounts.texts import Text, load_texts, shipped


@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant"])
@pytest.mark.parametrize("slug", FOOTER_PAGES)
def test_every_text_comes_in_every_language(client, db, slug, language):
    text = shipped()[slug, language]
    assert text.title
    assert len(text.body) > 80
    page = client.get(f"/pages/{slug}/", headers={"accept-language": language})
    assert page.status_code == 200
    assert f"<h1>{text.title}</h1>" in page.text
    assert "{" not in page.text.split("<article")[1].split("</article>")[0]


def test_the_footer_links_them(client, db):
    page = client.get("/pages/age/").text
    for slug in FOOTER_PAGES:
        assert f'href="/pages/{slug}/"' in page


def test_brand_and_contact_are_filled_in(client, db, settings):
    settings.SITE_NAME = "Kartenhaus"
    settings.CONTACT_EMAIL = "us@example.org"
    page = client.get("/pages/contact/").text
    assert 'href="mailto:us@example.org"' in page
    assert "Kartenhaus" in client.get("/pages/terms/").text


def test_loading(db):
    assert load_texts() == 12
    assert load_texts() == 0
    assert TextPage.objects.count() == 12


def test_loading_never_overwrites_an_edit(db, client):
    load_texts()
    row = TextPage.objects.get(slug="terms", language="en")
    row.body = "Be nice."
    row.save()
    assert load_texts() == 0
    assert "<p>Be nice.</p>" in client.get("/pages/terms/").text


def test_a_better_shipped_text_replaces_one_that_nobody_edited(db, monkeypatch):
    load_texts()
    better = {("age", "en"): Text("age", "en", "Age", "Better."), ("terms", "en"): Text("terms", "en", "T", "New.")}
    TextPage.objects.filter(slug="terms", language="en").update(body="Ours.")
    monkeypatch.setattr("accounts.texts.shipped", lambda: better)
    assert load_texts() == 1
    assert TextPage.objects.get(slug="age", language="en").body == "Better."
    assert TextPage.objects.get(slug="terms", language="en").body == "Ours."


def test_an_admins_own_page_falls_back_to_english(client, db):
    TextPage.objects.create(slug="thanks", language="en", title="Thanks", body="To all.")
    page = client.get("/pages/thanks/", headers={"accept-language": "zh-hans"}).text
    assert "<h1>Thanks</h1>" in page
    assert 'lang="en"' in page.split("<article")[1]


def test_html_is_shown_not_obeyed(client, db):
    TextPage.objects.create(
        slug="thanks",
        language="en",
        title="<i>Thanks</i>",
        body="## <script>one()</script>\n\n<script>two()</script>\n\n- <img src=x>\n- javascript:three()",
    )
    page = client.get("/pages/thanks/").text
    assert "<script>one" not in page
    assert "<script>two" not in page
    assert "<img src=x" not in page
    assert 'href="javascript' not in page
    assert "&lt;i&gt;Thanks" in page


def test_paragraphs_headings_lists():
    text = Text("x", "en", "X", "One\ngoes on.\n\nTwo.\n## Head\n- a\n- b\nThree.")
    assert [(block.kind, block.lines) for block in text.blocks] == [
        ("paragraph", ("One goes on.",)),
        ("paragraph", ("Two.",)),
        ("heading", ("Head",)),
        ("list", ("a", "b")),
        ("paragraph", ("Three.",)),
    ]


@pytest.mark.parametrize("path", ["/pages/nothing/", "/pages/../en/", "/pages/UPPER/", "/pages/"])
def test_no_such_page(client, db, path):
    assert client.get(path).status_code == 404


def test_only_reading(client, db):
    assert client.post("/pages/terms/").status_code == 405


def test_the_command(db, capsys):
    call_command("load_texts")
    assert "12 texts written" in capsys.readouterr().out
    call_command("load_texts")
    assert "in place" in capsys.readouterr().out
