"""The command `web`."""

from __future__ import annotations

import argparse
import errno
import ipaddress
import os
import signal
import socket
import sys
import threading
import webbrowser

from cubesolve.cache import writable_folder
from cubesolve.cli.inputs import UsageError, whole_number
from cubesolve.cli.outputs import write
from cubesolve.telling import tell

FIRST_PORT = 8230
_PORTS_TRIED = 20
_LAST_PORT = 65535


def add_web(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `web`."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address to listen on (default: 127.0.0.1, which only this machine can reach)",
    )
    parser.add_argument(
        "--port",
        type=whole_number(0),
        metavar="PORT",
        help=f"port to listen on; 0 picks a free one (default: the first free from {FIRST_PORT})",
    )
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name by which browsers may reach this server; can be repeated",
    )
    parser.add_argument(
        "--workers",
        type=whole_number(1),
        metavar="K",
        help="how many cubes to solve at once (default: one for each processor, from 2 to 4)",
    )
    parser.add_argument(
        "--time-limit",
        type=whole_number(1),
        default=300,
        metavar="SECONDS",
        help="time limit for one solve (default: 300)",
    )


def web(args: argparse.Namespace) -> int:
    """Serve the page until it is interrupted."""
    # Not before someone wants it: the other commands do without.
    from cubesolve.web.settings import LONGEST_LIMIT, Settings

    if args.time_limit > LONGEST_LIMIT:
        raise UsageError(f"expected a --time-limit of at most {LONGEST_LIMIT} seconds")
    writable_folder()  # warns here, once, of what would be news to each worker

    defaults = Settings()
    settings = Settings(
        host=str(args.host),
        names=tuple(args.name),
        workers=defaults.workers if args.workers is None else int(args.workers),
        time_limit=float(args.time_limit),
    )
    with _listen(settings.host, args.port) as listening:
        # While modules are loaded, Ctrl+C ends the process by itself: as an exception it could be
        # lost in code that clears all errors, and nothing is there yet that would be left behind.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        _tell(listening, opens=not args.no_open)
        # The socket takes calls already: the browser starts while this is loaded.
        from cubesolve.web.server import serve

        serve(listening, settings)
    return 0


def _tell(listening: socket.socket, *, opens: bool) -> None:
    """Say where the page is, and open it if that is wanted and possible."""
    host, url = _address_of(listening)
    if not ipaddress.ip_address(host.partition("%")[0]).is_loopback:
        tell(
            f"cubesolve web: anyone who can reach {host} can use this server; it has no passwords"
            " and no encryption"
        )
    write(f"CubeSolve is at {url} (press Ctrl+C to stop)")
    sys.stdout.flush()
    if opens and _has_browser():
        # Some browsers keep whoever starts them until they are closed.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens; raise `UsageError` if there is none to be had."""
    ports = range(FIRST_PORT, FIRST_PORT + _PORTS_TRIED) if port is None else (int(port),)
    if ports[-1] > _LAST_PORT:
        raise UsageError(f"expected a port from 0 to {_LAST_PORT}, got {ports[-1]}")
    problem = ""
    for candidate in ports:
        try:
            found = socket.getaddrinfo(host, candidate, type=socket.SOCK_STREAM)
            family, _, _, _, address = found[0]
            listening = socket.create_server(address[:2], family=family)
            # Connections inherit it; else the second packet of each answer waits 40 ms for a word
            # that the first has come.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listening
        except socket.gaierror as error:
            raise UsageError(f"cannot find the address {host!r}: {error.strerror}") from None
        except UnicodeError:
            raise UsageError(f"cannot find the address {host!r}: it is no name") from None
        except OSError as error:
            problem = f"cannot listen on {host}, port {candidate}: {error.strerror}"
            if error.errno != errno.EADDRINUSE:
                break
    raise UsageError(f"{problem}; --port 0 picks a free one")


def _address_of(listening: socket.socket) -> tuple[str, str]:
    """Return the address that listens, and the one to open on this machine."""
    host, port = listening.getsockname()[:2]
    address = ipaddress.ip_address(host.partition("%")[0])
    if address.is_unspecified:
        name = "127.0.0.1" if address.version == 4 else "[::1]"
    else:
        name = host if address.version == 4 else f"[{host}]"
    return host, f"http://{name}:{port}/"


def _has_browser() -> bool:
    """Return whether a browser with windows can be opened: one of text would take the terminal."""
    if sys.platform in ("win32", "darwin") or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
