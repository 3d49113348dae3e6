"""Requests for a part of a page, as htmx and the site's own scripts make them."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class PartRequest(HttpRequest):
    """A request that says, by the middleware of django-htmx, whether a part is enough: `htmx` is true then."""

    htmx: HtmxDetails
