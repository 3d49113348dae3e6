"""Texts that allauth's pages show here, named so that our catalogues may say them in our own tone.

Nothing reads this list but the extractor: a translation of ours is found before allauth's.
"""

from django.utils.translation import gettext_noop as _

WORDS = [
    _("Are you sure you want to sign out?"),
    _("Change Password"),
    _("Confirm"),
    _("Confirm Access"),
    _("Confirm Email Address"),
    _("Email address %(deleted_email)s has been removed from your account."),
    _("Email Changed"),
    _("Email Confirmation"),
    _("Email Removed"),
    _("Enter your password:"),
    _("Forgot your password?"),
    _("Forgotten your password? Enter your email address below, and we'll send you an email allowing you to reset it."),
    _("Password Changed"),
    _("Password Reset"),
    _("Password Set"),
    _("Password successfully set."),
    _('Please confirm that <a href="mailto:%(email)s">%(email)s</a> is an email address for user %(user_display)s.'),
    _("Please contact us if you have any trouble resetting your password."),
    _("Please reauthenticate to safeguard your account."),
    _("Primary email address set."),
    _("Removed email address %(email)s."),
    _("Reset My Password"),
    _("Sign Out"),
    _("The password reset token was invalid."),
    _(
        'This email confirmation link expired or is invalid. Please <a href="%(email_url)s">issue a new email'
        " confirmation request</a>."
    ),
    _("Unable to confirm %(email)s because it is already confirmed by a different account."),
    _("Verify Your Email Address"),
    _(
        "We have sent an email to you for verification. Follow the link provided to finalize the signup "
        "process. If you do not see the verification email in your main inbox, check your spam folder. Please"
        " contact us if you do not receive the verification email within a few minutes."
    ),
    _(
        "We have sent you an email. If you have not received it please check your spam folder. Otherwise "
        "contact us if you do not receive it in a few minutes."
    ),
    _("You are already logged in as %(user_display)s."),
    _("You cannot add more than %d email addresses."),
    _("You cannot remove your primary email address (%(email)s)."),
    _("You cannot remove your primary email address."),
    _("You must type the same password each time."),
    _("Your email has been changed from %(from_email)s to %(to_email)s."),
    _("Your email has been confirmed."),
    _("Your password has been changed."),
    _("Your password has been set."),
    _("Your password is now changed."),
    _("Your primary email address must be verified."),
]
