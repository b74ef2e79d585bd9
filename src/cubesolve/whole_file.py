"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def written_whole(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give the path of a draft, which takes its place when the block ends without an error.

    What was there before stays until then, and stays if anything fails or is interrupted. What is
    no regular file, such as a pipe, is written to directly. An `OSError` names the file.
    """
    place = Path(os.path.realpath(path))
    if place.exists() and not place.is_file():
        yield place
        return
    draft = place.with_name(f".{place.stem}.{os.getpid()}{place.suffix}")
    try:
        yield draft
        with suppress(FileNotFoundError):
            draft.chmod(place.stat().st_mode & 0o777)
        draft.replace(place)
    except OSError as error:
        if error.errno is None or error.filename not in (None, str(draft), draft):
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error
    finally:
        with suppress(OSError):
            draft.unlink()
