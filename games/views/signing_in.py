"""Acts of people who are signed in."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

type View = Callable[..., HttpResponse]


def sign_in_first(page: Callable[..., str]) -> Callable[[View], View]:
    """Decorate a view that is posted to: who is not signed in signs in and comes back to `page(**kwargs)`.

    Django's `login_required` would lead back to the posted address, which no browser can open by itself.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(page(*args, **kwargs))
            return view(request, *args, **kwargs)

        return checked

    return decorate
