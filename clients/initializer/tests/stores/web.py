"""A web server with ranges and tags, which breaks connections, refuses and changes files as told."""

import hashlib
import http.server
import re
import time


class Web(http.server.ThreadingHTTPServer):
    """Serves `files` by path, with `headers` by path. `cuts` and `refusals` are used up, one for each answer."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = {}
        self.headers = {}
        self.cuts = []
        self.refusals = []
        self.ranges = True
        self.tags = True
        self.sizes = True
        self.token = None
        self.after_first = None
        self.redirect = None
        self.pace = None
        self.requests = []
        self.sent = 0

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        server = self.server
        server.requests.append((self.path, dict(self.headers)))
        if server.redirect:
            self._say(302, {"Location": server.redirect + self.path})
            return
        if server.refusals:
            self._say(*server.refusals.pop(0))
            return
        if server.token and self.headers.get("Authorization") != server.token:
            self._say(401)
            return
        content = server.files.get(self.path.partition("?")[0])
        if content is None:
            self._say(404)
            return
        self._send(content)

    def _send(self, content):
        server = self.server
        headers = {"ETag": '"%s"' % hashlib.sha1(content).hexdigest()} if server.tags else {}
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", "")) if server.ranges else None
        probe = self.headers.get("Range") == "bytes=0-0"
        status, body = 200, content
        if wanted:
            first, last = int(wanted[1]), int(wanted[2] or len(content) - 1)
            if first >= len(content):
                self._say(416, {"Content-Range": f"bytes */{len(content)}", **headers})
                return
            status, body = 206, content[first : last + 1]
            headers["Content-Range"] = f"bytes {first}-{first + len(body) - 1}/{len(content)}"
        if server.sizes:
            headers["Content-Length"] = str(len(body))
        else:
            headers["Connection"] = "close"
        self.send_response(status)
        headers |= server.headers.get(self.path.partition("?")[0], {})
        for name, value in headers.items():
            self.send_header(name, value)
        # Before the answer is out: whoever has it may ask the next question at once.
        if server.after_first:
            action, server.after_first = server.after_first, None
            action()
        self.end_headers()
        if not probe and server.cuts:
            body = body[: server.cuts.pop(0)]
            self.close_connection = True
        try:
            self._write(body, probe)
        except ConnectionError:
            pass

    def _write(self, body, probe):
        """With a pace of (bytes, seconds), in pieces of so many bytes with a pause after each."""
        size, pause = self.server.pace or (len(body) or 1, 0)
        for begin in range(0, len(body), size):
            piece = body[begin : begin + size]
            self.wfile.write(piece)
            self.server.sent += 0 if probe else len(piece)
            time.sleep(pause)

    def _say(self, status, headers=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()
