"""Screens: what one reader may see of a table, as HTML in their language.

Services fill a `Snapshot`; `context` makes everything the page shows of it, `render` the regions that changed.
"""

from .notices import MOST_TOASTS, NoticeLine, bell, notice_line, toasts
from .refusals import refusal_text
from .regions import ALWAYS, REGIONS, drawn, regions_for, regions_since
from .render import beat, notice, render, watchers
from .screen import Screen, context, event_line
from .shown import Shown
from .snapshot import (
    ChatInfo,
    Counts,
    Friend,
    LogLine,
    MutedPerson,
    Person,
    RatingChange,
    SeatInfo,
    Snapshot,
    TableInfo,
    Talk,
    Waiting,
)

__all__ = [
    "ALWAYS",
    "MOST_TOASTS",
    "REGIONS",
    "ChatInfo",
    "Counts",
    "Friend",
    "LogLine",
    "MutedPerson",
    "NoticeLine",
    "Person",
    "RatingChange",
    "Screen",
    "SeatInfo",
    "Shown",
    "Snapshot",
    "TableInfo",
    "Talk",
    "Waiting",
    "beat",
    "bell",
    "context",
    "drawn",
    "event_line",
    "notice",
    "notice_line",
    "refusal_text",
    "regions_for",
    "regions_since",
    "render",
    "toasts",
    "watchers",
]
