"""What a kernel of build and checks does before its first cell: freeze the wall clock, block the network.

Runs *inside* the kernel (see `kernel_profile/startup`), because guards of the process that starts a kernel
do not reach it. A learner's kernel never comes here: it sees real time.
"""

from __future__ import annotations

import atexit
import ipaddress
import os
import shutil
import sys
import tempfile
from datetime import datetime, timezone

#: Thursday; 23:10:15 in Tokyo. Every output stored in a notebook was made at this instant.
INSTANT = datetime(2026, 11, 5, 14, 10, 15, tzinfo=timezone.utc)

_held: list[object] = []


class NetworkBlocked(OSError):
    """A cell tried to reach another machine while the notebooks are built or checked."""


def begin() -> None:
    """Make this process hermetic. Needs time-machine (the `dev` extra)."""
    _own_data_folder()
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    sys.addaudithook(refuse_network)
    freeze()


def freeze() -> None:
    """Stop the wall clock at `INSTANT`; `time.monotonic` keeps running, so waiting works."""
    import time_machine

    journey = time_machine.travel(INSTANT, tick=False)
    journey.start()
    _held.append(journey)  # collected otherwise, and the clock would run again


def _own_data_folder() -> None:
    """A learner's data folder of this kernel alone: progress starts at nothing and leaves nothing."""
    folder = tempfile.mkdtemp(prefix="data-", dir=os.environ.get("CLOCKHANDS_SCRATCH"))
    os.environ["CLOCKHANDS_DATA"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


def refuse_network(event: str, arguments: tuple) -> None:
    """Audit hook: NetworkBlocked for every address or name that is not this machine."""
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        address = arguments[1]
        host = address[0] if isinstance(address, tuple) and address else None
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        host = arguments[0]
    else:
        return
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host and not is_loopback(host):
        raise NetworkBlocked(
            f"{host!r} is another machine, and this kernel may only talk to itself (127.0.0.1, localhost). "
            "Use the offline model: client, MODEL = connect()"
        )


def is_loopback(host: str) -> bool:
    """Whether `host`, a name or an address, is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.split("%")[0]).is_loopback
    except ValueError:
        return False
