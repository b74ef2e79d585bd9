"""How kernels are compiled, and where the compiled code is kept.

The compiler's own cache lies beside the source, which may be read-only, or in the user's home,
which may be missing; it raises where neither can be written, and where a file is damaged. Ours lies
in the cache folder, or where `NUMBA_CACHE_DIR` says. A file has the name of its function and a
digest of everything that the code was made of: the sources of its module and of all modules that it
uses, the types, the processor, the compiler. So two copies of CubeSolve share what is the same and
cannot take what is not. Each file is checked before it is used; what is damaged is compiled again.
Processes that need the same code at once compile it once: the others wait for the file.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import pickle
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache as kept
from pathlib import Path
from typing import Any

import numba
from numba.core import serialize
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.runtime.nrt import rtsys

from cubesolve.cache import is_safe, warn_not_kept, warn_once, writable_folder
from cubesolve.file_lock import locked, pause
from cubesolve.interrupts import unbroken
from cubesolve.loading import loads

Function = Callable[..., Any]

_SUFFIX = ".code"
_NEW = ".new"
_LOCK = ".lock"
_PATIENCE = 60.0  # seconds for which a process waits for another, which may have been stopped
_DIGEST = 32  # bytes of a checksum
_UNUSED_DAYS = 60  # after which a file is removed
_DAY = 86_400.0
_OURS = re.compile(r"^\s*(?:from|import)\s+(cubesolve(?:\.\w+)+)", re.MULTILINE)


def njit(*signatures: Any, cache: bool = False, **options: Any) -> Callable[[Function], Function]:
    """Compile a function as Numba's `njit` does, with compiled code kept in our own place."""

    def compiled(function: Function) -> Function:
        found: Any = numba.njit(**options)(function)
        if isinstance(found, Dispatcher):  # else the compiler is off
            if cache:
                kept_code = KernelCache(function)
                setattr(found, "_cache", kept_code)  # noqa: B010 (it has no other name)
                _compile_once(found, kept_code)
            _hold_back_signals(found)
            for signature in signatures:
                found.compile(signature)
            if signatures:
                found.disable_compile()
        return found  # type: ignore[no-any-return]

    return compiled


def _hold_back_signals(dispatcher: Dispatcher) -> None:
    """Let Ctrl-C wait while a function is compiled: the compiler would free memory twice."""
    for name in ("compile", "_compile_for_args"):
        setattr(dispatcher, name, unbroken(loads(getattr(dispatcher, name))))


def _compile_once(dispatcher: Dispatcher, code: KernelCache) -> None:
    """Let a process that is to compile what another compiles wait, and then take that."""
    compile_now = dispatcher.compile

    def compile_alone(signature: Any) -> Any:
        # The compiler's own lock first, as another thread may wait for ours while it holds that.
        with global_compiler_lock, code.alone(signature, dispatcher.targetctx):
            return compile_now(signature)

    setattr(dispatcher, "compile", compile_alone)  # noqa: B010 (a method, to those who check types)


class KernelCache:
    """The compiled code of one function, as the compiler asks for it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.enabled = True

    @property
    def cache_path(self) -> str | None:
        """Where it is kept, if anywhere."""
        folder = code_folder()
        return None if folder is None else str(folder)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the code for some types of arguments, or `None` if there is none that is whole."""
        path = self._path(signature, target.codegen())
        if path is None:
            return None
        # Only what code needs to run. The compiler's own cache would load all that it knows of
        # Python and NumPy, which takes longer than everything else: whoever compiles does so.
        rtsys.initialize(target)
        try:
            payload = _read(path)
            rebuild: Any = CompileResult._rebuild
            return rebuild(target, *pickle.loads(payload))
        except FileNotFoundError:
            return None
        except Exception:
            # Whatever is wrong with it, it was made here once and can be made again.
            with suppress(OSError):
                path.unlink()
            return None

    @contextmanager
    def alone(self, signature: Any, target: Any) -> Iterator[None]:
        """Keep other processes from compiling for some types, unless it has been done.

        Nobody waits for someone who waits for them: who compiles a function waits at most for one
        that it calls.
        """
        path = self._path(signature, target.codegen())
        if path is None or path.exists():
            yield
            return
        end = time.monotonic() + _PATIENCE

        def wait() -> None:
            if time.monotonic() > end:
                raise TimeoutError
            pause()

        with ExitStack() as stack:
            with suppress(OSError):  # among them that it takes too long: then it is done twice
                stack.enter_context(locked(path.with_suffix(_LOCK), wait))
            yield

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep the code for some types of arguments; warn, once, if that fails."""
        path = self._path(signature, result.codegen)
        if path is None or result.library.has_dynamic_globals or result.lifted:
            return
        try:
            write: Any = serialize.dumps
            _write(path, write(result._reduce()))
        except OSError as error:
            warn_not_kept(path.parent.parent, error)

    def enable(self) -> None:
        """Keep code again."""
        self.enabled = True

    def disable(self) -> None:
        """Keep no code."""
        self.enabled = False

    def flush(self) -> None:
        """Do nothing: a file of other code has another name."""

    def _path(self, signature: Any, codegen: Any) -> Path | None:
        folder = code_folder() if self.enabled else None
        if folder is None:
            return None
        module, name = self.function.__module__, self.function.__qualname__
        parts = (
            sources_digest(module),
            str(signature),
            repr(codegen.magic_tuple()),
            numba.__version__,
            sys.version,
            str(self.function.__code__.co_firstlineno),
        )
        digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
        return folder / f"{module.rpartition('.')[2]}.{name}-{digest[:24]}{_SUFFIX}"


@kept
def code_folder() -> Path | None:
    """Return where compiled code is kept, decided once; `None` if nowhere."""
    chosen = getattr(numba.config, "CACHE_DIR", "")
    folder = Path(chosen) / "cubesolve" if chosen else writable_folder()
    if folder is None:
        return None
    # Code that others could have written is not run: each user has a folder of their own.
    owner = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    folder = folder / f"compiled{owner}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_safe(folder.stat()):
            warn_once(folder, f"compiled code is not kept in {folder}: others can write there")
            return None
        _tidy(folder)
    except OSError as error:
        warn_not_kept(folder.parent, error)
        return None
    return folder


@kept
def sources_digest(module: str) -> str:
    """Return a digest of a module's source and of all of ours that it imports, near or far."""
    found = {module: _source(module)}
    waiting = [module]
    while waiting:
        for name in _OURS.findall(found[waiting.pop()]):
            if name not in found and name != __name__:
                found[name] = _source(name)
                waiting.append(name)
    text = "\0".join(f"{name}\0{found[name]}" for name in sorted(found))
    return hashlib.sha256(text.encode()).hexdigest()


def _source(module: str) -> str:
    spec = importlib.util.find_spec(module)
    assert spec is not None
    source = getattr(spec.loader, "get_source", lambda name: None)(module)
    return str(source)


def _read(path: Path) -> bytes:
    # What is not a file, such as a pipe that nobody writes to, must not be waited for.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise ValueError("not a file")
        if not is_safe(about):
            raise PermissionError
        data = file.read()
    if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
        raise ValueError("damaged")
    with suppress(OSError):
        os.utime(path)  # it is in use
    return data[_DIGEST:]


def _write(path: Path, payload: bytes) -> None:
    new = path.with_name(f"{path.name}.{os.getpid()}{_NEW}")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(hashlib.sha256(payload).digest() + payload)
        os.replace(new, path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def _tidy(folder: Path) -> None:
    """Remove what nobody has used for long, and what processes that were killed have left."""
    now = time.time()
    for entry in os.scandir(folder):
        days = _UNUSED_DAYS if entry.name.endswith(_SUFFIX) else 1
        with suppress(OSError):
            if entry.is_file() and now - entry.stat().st_mtime > days * _DAY:
                os.unlink(entry)
