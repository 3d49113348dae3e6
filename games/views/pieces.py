"""Answers that are longer than what one would hold in memory."""

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse


def attachment(name: str, pieces: Iterator[bytes], content_type: str) -> StreamingHttpResponse:
    """Return a file for the browser to keep, made and sent piece by piece."""
    answer = StreamingHttpResponse(_one_by_one(pieces), content_type=content_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


async def _one_by_one(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Each piece is made in the thread that has the database's connection."""

    def following() -> bytes | None:
        return next(pieces, None)

    while (piece := await sync_to_async(following)()) is not None:
        yield piece
