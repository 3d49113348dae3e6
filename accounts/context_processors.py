"""What every page shows around its content."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, get_language_info, gettext_lazy, pgettext_lazy

# the texts linked in the footer, with their short names
FOOTER_PAGES = {
    "privacy": gettext_lazy("Privacy"),
    "terms": gettext_lazy("Terms"),
    "age": pgettext_lazy("footer: from which age one may play", "Age"),
    "contact": gettext_lazy("Contact"),
}


def site(request: HttpRequest) -> dict[str, Any]:
    """`house`: brand, pages (slug, title, url), languages (code, name, current) and deletion_due_at."""
    current = get_language()
    user = getattr(request, "user", None)
    return {
        # not "site": allauth puts its own under that name
        "house": {
            "brand": settings.SITE_NAME,
            "pages": [
                {"slug": slug, "title": title, "url": reverse("accounts:page", args=[slug])}
                for slug, title in FOOTER_PAGES.items()
            ],
            "languages": [
                {"code": code, "name": get_language_info(code)["name_local"], "current": code == current}
                for code, _name in settings.LANGUAGES
            ],
            # set while an account waits for its deletion: the banner with "keep my account"
            "deletion_due_at": user.deletion_due_at if user is not None and user.is_authenticated else None,
        }
    }
