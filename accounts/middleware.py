"""Each request in its reader's language and time zone."""

from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin

from .preferences import zone_of


class PreferencesMiddleware(MiddlewareMixin):
    """A signed-in person's own language and time zone, where chosen, over the browser's wish and UTC."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate both; the zone is set back each time, for threads serve one person after another."""
        timezone.deactivate()
        user = request.user
        if not user.is_authenticated:
            return
        if user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        if zone := zone_of(user):
            timezone.activate(zone)
