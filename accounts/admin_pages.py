"""What several parts of the administration share."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that can be looked up here, and nothing else: nobody adds, changes or deletes them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def found_or_404[Row: Model](rows: QuerySet[Row], object_id: str) -> Row:
    """Return the row that a page's address names by its number.

    Raises `Http404` for what is none, or is longer than any database's numbers.
    """
    return get_object_or_404(rows, pk=object_id if object_id.isdecimal() and len(object_id) < 19 else 0)
