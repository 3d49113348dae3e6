"""Django's makemessages, which also knows the mark of the pure rules: `N_("text")`."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """As Django's, with one keyword more: `games/rules` may not import Django and marks its texts with `N_`."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=N_"]
