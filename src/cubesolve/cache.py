"""The folder in which tables and compiled code are kept, and what takes its place.

It is the user's cache folder, or the one that `CUBESOLVE_CACHE` names. Where nothing can be written
there, or nobody knows of a home of this user, a folder of the user's own among the temporary files
is used, and a warning says so.
"""

from __future__ import annotations

import os
import stat
import tempfile
import warnings
from pathlib import Path

_told_of: set[Path] = set()  # folders that nothing can be kept in


def cache_folder() -> Path:
    """Return where tables and compiled code are kept."""
    return _chosen_folder() or _temporary_path() or Path(os.devnull, "cubesolve")


def writable_folder() -> Path | None:
    """Return a folder that can be written: the cache folder, else a temporary one, else `None`.

    Warns, once, if it is not the cache folder.
    """
    folder = _chosen_folder()
    if folder is not None and _can_write(folder):
        return folder
    spare = _temporary_folder()
    problem = "you have no home folder" if folder is None else f"nothing can be written in {folder}"
    instead = "nothing is kept" if spare is None else f"{spare} is used instead"
    warn_once(cache_folder(), f"{problem}; {instead}")
    return spare


def warn_once(folder: Path, message: str) -> None:
    """Tell that nothing, or not all, can be kept in a folder, unless that was told before."""
    if folder not in _told_of:
        _told_of.add(folder)
        warnings.warn(message, stacklevel=4)


def told_of() -> frozenset[Path]:
    """Return the folders of which was warned, for processes that this one starts."""
    return frozenset(_told_of)


def know_told(folders: frozenset[Path]) -> None:
    """Do not warn of folders of which another process has warned already."""
    _told_of.update(folders)


def warn_not_kept(folder: Path, problem: OSError) -> None:
    """Tell, once for a folder, why tables or compiled code are lost when the process ends."""
    warn_once(
        folder,
        f"tables or compiled code cannot be kept in {folder}: {problem.strerror or problem}; each"
        " process that needs them builds them again",
    )


def is_safe(about: os.stat_result) -> bool:
    """Tell whether only this user, or the system's, can have written a file."""
    if not hasattr(os, "getuid"):
        return True
    return about.st_uid in (0, os.getuid()) and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _chosen_folder() -> Path | None:
    """Return what `CUBESOLVE_CACHE` names, else the user's cache folder, if there is one."""
    chosen = os.environ.get("CUBESOLVE_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    try:
        return user_cache_path("cubesolve", appauthor=False)
    except RuntimeError:  # as in a container that is run by a number which nobody has
        return None


def _can_write(folder: Path) -> bool:
    """Tell whether a folder can be written, or made, without making it."""
    try:
        folder = folder.absolute()
        while not folder.exists() and not folder.is_symlink() and folder != folder.parent:
            folder = folder.parent
        return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
    except OSError:
        return False


def _temporary_path() -> Path | None:
    """Return where this user's own folder among the temporary files is, if there can be any."""
    owner = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    try:
        return Path(tempfile.gettempdir()) / f"cubesolve-{owner}"
    except OSError:
        return None


def _temporary_folder() -> Path | None:
    """Return this user's own folder among the temporary files, if there can be one."""
    folder = _temporary_path()
    if folder is None:
        return None
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        about = folder.lstat()
    except OSError:
        return None
    # Anyone could have made it first, to have us run what they put there.
    is_own = stat.S_ISDIR(about.st_mode) and is_safe(about)
    return folder if is_own and os.access(folder, os.W_OK | os.X_OK) else None
