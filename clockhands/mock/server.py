"""The offline API on a loopback port, for curl and for other languages.

    with running(ToyModel(0)) as server:
        server.url          # http://127.0.0.1:53211

`python -m clockhands.mock --port 8080` does the same from a shell. It speaks plain HTTP, so it stays on this
machine unless told otherwise.
"""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from clockhands import clock
from clockhands.errors import ConfigurationError, ScriptError

from .api import Answer, Api
from .api_error import ApiError
from .wire import to_json

__all__ = ["ApiServer", "running", "serve"]


class ApiServer(ThreadingHTTPServer):
    """An HTTP server over one `Api`. host: loopback only, unless `anywhere`; port 0 takes a free one.

    ConfigurationError when the host is not this machine's, or the port is taken.
    """

    daemon_threads = True
    # Closing must not wait for clients that keep their connection open.
    block_on_close = False

    def __init__(self, api: Api, host: str = "127.0.0.1", port: int = 0, *, anywhere: bool = False):
        if not anywhere and not _is_loopback(host):
            raise ConfigurationError(
                f"{host!r} is not this machine alone: anyone who reaches it could use this server, which has "
                "no password. Use 127.0.0.1, or pass --anywhere if you mean it"
            )
        self.api = api
        self.stopping = threading.Event()
        if ":" in host:
            self.address_family = socket.AF_INET6
        try:
            super().__init__((host, port), _Handler)
        except (OSError, OverflowError) as bad:
            raise ConfigurationError(
                f"cannot listen on {host} port {port}: {bad}. Choose another port; 0 takes a free one"
            ) from None

    def server_bind(self) -> None:
        # The base class asks the network for this machine's name; nobody needs it.
        import socketserver

        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    @property
    def url(self) -> str:
        """The address to use as ANTHROPIC_BASE_URL."""
        host, port = self.server_address[:2]
        return f"http://[{host}]:{port}" if ":" in str(host) else f"http://{host}:{port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error of the server; anything else was answered with a 500."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "clockhands-mock"
    sys_version = ""
    server: ApiServer

    def do_GET(self) -> None:
        self._exchange(b"")

    def do_POST(self) -> None:
        length = self.headers.get("content-length")
        if length is None or not length.isdecimal():
            self.close_connection = True
            return self._plain(411, b"a Content-Length header is required\n")
        self._exchange(self.rfile.read(int(length)))

    do_PUT = do_DELETE = do_PATCH = do_POST

    def do_HEAD(self) -> None:
        self._plain(200, b"")

    def _exchange(self, raw: bytes) -> None:
        api = self.server.api
        path = self.path.partition("?")[0]
        try:
            answer = api.answer(self.command, path, self.headers, raw)
        except Exception as error:
            return self._failed(error)
        try:
            if answer.wait:
                clock.sleep(answer.wait)
            self._send(answer)
        finally:
            api.log.end(answer.entry)

    def _failed(self, error: Exception) -> None:
        """The model object raised: a script that has no fitting reply, or a bug in it."""
        kind = "" if isinstance(error, ScriptError) else f"{type(error).__name__}: "
        refusal = ApiError(500, "api_error", f"the model object failed: {kind}{error}")
        body = to_json(refusal.envelope("req_none"))
        self._plain(500, body, {"content-type": "application/json", "x-should-retry": "false"})

    def _send(self, answer: Answer) -> None:
        if answer.broken in ("drop", "timeout"):
            self._hang_up()
            return
        if answer.chunks is None:
            self._plain(answer.status, answer.body, answer.headers)
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for chunk in answer.chunks:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            self.wfile.flush()
        if answer.broken == "cut":
            self._hang_up()
            return
        self.wfile.write(b"0\r\n\r\n")

    def _plain(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _hang_up(self) -> None:
        self.close_connection = True
        with suppress(OSError):  # the client may have been faster
            self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, format: str, *args: Any) -> None:
        """The request log is `api.log`; nothing is printed."""


@contextmanager
def running(
    model: Any,
    *,
    seed: int = 0,
    faults: Any = None,
    latency: Any = None,
    host: str = "127.0.0.1",
    port: int = 0,
) -> Iterator[ApiServer]:
    """A server in a thread of its own for the length of the `with`: its `.url`, and its log as `.api.log`."""
    server = ApiServer(Api(model, seed=seed, faults=faults, latency=latency), host, port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def serve(server: ApiServer) -> None:
    """Serve until the process is interrupted or `server.shutdown()` is called, then close the port."""
    try:
        server.serve_forever(poll_interval=0.1)
    finally:
        server.server_close()


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
