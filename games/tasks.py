"""Celery tasks: each a few lines around a service."""

import time

from celery import shared_task
from django.core.cache import cache

from games.services import absence, ai, clocks, closing, notices, pairing, regrouping, talk, turn_mail
from games.services.ladders import aging, reckoning
from games.services.moderation import telling
from games.services.sweeping import watched
from games.services.totals import anew, keep
from games.services.vip import ending

HEARD_FROM = "worker-heard-from"


@shared_task(name="games.play_ai")
def play_ai(match_id: int, number: int) -> None:
    """Make the act that an AI seat of the match wanted at move `number`."""
    watched(ai.play, match_id, number)


@shared_task(name="games.expire_turn")
def expire_turn(match_id: int) -> None:
    """End the match's present turn if its time is over."""
    watched(clocks.expire, match_id)


@shared_task(name="games.offer_ai")
def offer_ai(table_id: int) -> None:
    """Offer AI players to those who wait at a table of "Play now", if nobody has come."""
    pairing.offer_ai(table_id)


@shared_task(name="games.sweep")
def sweep() -> None:
    """Find deadlines and AI acts that nobody took, and matches and tables that everybody has left."""
    clocks.sweep()
    ai.sweep()
    absence.sweep()
    pairing.sweep()
    regrouping.sweep()
    closing.close_idle()
    reckoning.sweep()
    anew.sweep()


@shared_task(name="games.forget_chat")
def forget_chat() -> None:
    """Delete chat lines that are old enough."""
    talk.forget()


@shared_task(name="games.mail_turn")
def mail_turn(notice_id: int) -> None:
    """Mail a notice of a turn, if that is still news."""
    turn_mail.send(notice_id)


@shared_task(name="games.mail_turns")
def mail_turns() -> None:
    """Mail the notices whose own task was lost, or found no mail server."""
    turn_mail.send_late()
    telling.send_late()


@shared_task(name="games.mail_action")
def mail_action(notice_id: int) -> None:
    """Mail a notice of what was done about somebody, if it has not been."""
    telling.send(notice_id)


@shared_task(name="games.forget_notices")
def forget_notices() -> None:
    """Delete notices that are old enough."""
    notices.forget()


@shared_task(name="games.age_ratings")
def age_ratings() -> None:
    """Show those who have not played for a while as less surely known."""
    aging.age()


@shared_task(name="games.award_places")
def award_places() -> None:
    """Give those who ended a season in first place what that earns."""
    keep.award_places()


@shared_task(name="games.settle_vips")
def settle_vips() -> None:
    """Begin and end what makes people VIPs, and tell them."""
    ending.settle_due()


@shared_task(name="games.reckon")
def reckon(reckoning_id: int) -> None:
    """Work out the ratings of a ladder's season anew, if they still wait for it."""
    reckoning.work(reckoning_id)


@shared_task(name="games.recount")
def recount(user_id: int) -> None:
    """Count a person's totals anew, if they still wait for it."""
    anew.work(user_id)


@shared_task(name="games.heartbeat")
def heartbeat() -> None:
    """Let `/readyz` know that a worker does its work."""
    cache.set(HEARD_FROM, time.time(), timeout=60)
