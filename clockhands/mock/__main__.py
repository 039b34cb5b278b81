"""`python -m clockhands.mock`: the offline Messages API on a loopback port."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
import threading
from collections.abc import Sequence
from typing import Any

from clockhands.errors import ConfigurationError

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C or SIGTERM; 0 after a clean end, 2 when the arguments cannot be served."""
    options = _parser().parse_args(arguments)
    from . import ToyModel
    from .api import Api
    from .server import ApiServer, serve

    try:
        api = Api(ToyModel(options.seed), seed=options.seed, faults=options.fault, latency=options.latency)
        server = ApiServer(api, options.host, options.port, anywhere=options.anywhere)
    except ConfigurationError as bad:
        print(f"clockhands.mock: {bad}", file=sys.stderr)
        return 2
    _stop_on_signals(server)
    print(f"The offline Messages API listens on {server.url} (key: offline). Ctrl-C stops it.", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        serve(server)
    print(f"Stopped after {len(api.log)} requests.", flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m clockhands.mock", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument(
        "--port", type=int, default=8787, help="port; 0 takes a free one (default: %(default)s)"
    )
    parser.add_argument("--anywhere", action="store_true", help="allow a host other machines can reach")
    parser.add_argument("--seed", type=int, default=0, help="seed of the toy model (default: %(default)s)")
    parser.add_argument("--fault", help="a fault such as overloaded, or a status such as 529")
    parser.add_argument("--latency", type=_real_latency, help="seconds every answer really takes")
    return parser


def _real_latency(text: str) -> Any:
    from .latency import latency_of

    try:
        return latency_of(float(text), real=True)
    except ConfigurationError as bad:
        raise argparse.ArgumentTypeError(str(bad)) from None


def _stop_on_signals(server: Any) -> None:
    """Let SIGTERM, where the system has it, end the server as Ctrl-C does."""
    if not hasattr(signal, "SIGTERM") or threading.current_thread() is not threading.main_thread():
        return

    def stop(number: int, frame: Any) -> None:
        # shutdown() waits for the serving loop, which this handler interrupts: so from another thread.
        threading.Thread(target=server.shutdown, daemon=True).start()

    signal.signal(signal.SIGTERM, stop)


if __name__ == "__main__":
    sys.exit(main())
