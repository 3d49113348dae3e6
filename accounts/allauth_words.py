"""Texts that allauth's pages show here, named so that our catalogues may say them in our own tone.

Nothing reads this list but the extractor: a translation of ours is found before allauth's.
"""

from django.utils.translation import gettext_noop as _

WORDS = [
    _("Are you sure you want to sign out?"),
    _("Change Password"),
    _("Confirm"),
    _("Confirm Email Address"),
    _("Forgot your password?"),
    _("Forgotten your password? Enter your email address below, and we'll send you an email allowing you to reset it."),
    _("Password Reset"),
    _('Please confirm that <a href="mailto:%(email)s">%(email)s</a> is an email address for user %(user_display)s.'),
    _("Please contact us if you have any trouble resetting your password."),
    _("Reset My Password"),
    _("Sign Out"),
    _(
        "This email confirmation link expired or is invalid. Please "
        '<a href="%(email_url)s">issue a new email confirmation request</a>.'
    ),
    _("Unable to confirm %(email)s because it is already confirmed by a different account."),
    _(
        "We have sent you an email. If you have not received it please check your spam folder."
        " Otherwise contact us if you do not receive it in a few minutes."
    ),
    _("You are already logged in as %(user_display)s."),
    _("You must type the same password each time."),
    _("Your password is now changed."),
]
