"""Screens: what one reader may see of a table, as HTML in their language.

Services fill a `Snapshot`; `context` makes everything the page shows of it, `render` the regions that changed.
"""

from .notices import MOST_TOASTS, NoticeLine, bell, notice_line, toasts
from .refusals import refusal_text
from .regions import REGIONS, regions_for
from .render import beat, notice, render
from .screen import Screen, context, event_line
from .snapshot import ChatInfo, Friend, LogLine, Person, SeatInfo, Snapshot, TableInfo, Waiting

__all__ = [
    "MOST_TOASTS",
    "REGIONS",
    "ChatInfo",
    "Friend",
    "LogLine",
    "NoticeLine",
    "Person",
    "Screen",
    "SeatInfo",
    "Snapshot",
    "TableInfo",
    "Waiting",
    "beat",
    "bell",
    "context",
    "event_line",
    "notice",
    "notice_line",
    "refusal_text",
    "regions_for",
    "render",
    "toasts",
]
