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
from .api_error import ApiError, invalid_request
from .intake import LARGEST_BODY, too_large
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
        try:
            self._exchange(self._body())
        except ApiError as refusal:
            self.close_connection = True  # what is left of the body would be taken for the next request
            self._refused(refusal)

    do_PUT = do_DELETE = do_PATCH = do_POST

    def _body(self) -> bytes:
        """The request's body, by its length or in chunks. ApiError for one that is too long or malformed."""
        if "chunked" in (self.headers.get("transfer-encoding") or "").lower():
            return self._chunks()
        length = self.headers.get("content-length") or "0"
        if not length.isdecimal():
            raise invalid_request(f"content-length: {length[:40]!r} is no number of bytes")
        if int(length) > LARGEST_BODY:
            raise too_large()
        return self.rfile.read(int(length))

    def _chunks(self) -> bytes:
        parts: list[bytes] = []
        while True:
            head = self.rfile.readline(100).split(b";")[0].strip()
            try:
                size = int(head, 16)
            except ValueError:
                raise invalid_request("transfer-encoding: a chunk does not begin with its size") from None
            if size < 0 or size + sum(map(len, parts)) > LARGEST_BODY:
                raise too_large()
            if size == 0:
                while self.rfile.readline(8192).strip():
                    pass  # trailers say nothing here
                return b"".join(parts)
            parts.append(self.rfile.read(size))
            self.rfile.readline(8)

    def _refused(self, refusal: ApiError) -> None:
        body = to_json(refusal.envelope("req_none"))
        self._plain(refusal.status, body, {"content-type": "application/json", "x-should-retry": "false"})

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the base class refuses by itself, such as an unknown method, in the API's envelope too."""
        self.close_connection = True
        self._refused(ApiError(int(code), "invalid_request_error", message or "the request cannot be read"))

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
        self._refused(ApiError(500, "api_error", f"the model object failed: {kind}{error}"))

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
