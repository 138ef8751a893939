"""The file protocol of the Hugging Face Hub, as far as its client uses it to fetch: commits, trees, `resolve`, and another host for large files."""

import hashlib
import http.server
import json
import re
import threading
import time
import urllib.parse


class Hub(http.server.ThreadingHTTPServer):
    """Serves repositories of files; those above `large` bytes lie on another host, behind a signed address."""

    daemon_threads = True
    large = 1000

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.repositories = {}
        self.tokens = {}
        self.gated = set()
        self.requests = []
        self.cuts = []
        self.damage = set()
        self.pause = 0
        self.store = Store(self)
        threading.Thread(target=self.store.serve_forever, daemon=True).start()

    def server_close(self):
        self.store.shutdown()
        self.store.server_close()
        super().server_close()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def add(self, kind, name, files, revision="main"):
        """A commit of a repository; gives its id."""
        digest = hashlib.sha1(repr((kind, name, sorted(files.items()))).encode()).hexdigest()
        commits = self.repositories.setdefault((kind, name), {})
        commits[revision] = commits[digest] = (digest, files)
        return digest


def lfs(content):
    return hashlib.sha256(content).hexdigest()


def blob(content):
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self._answer(False)

    def do_GET(self):
        self._answer(True)

    def _answer(self, with_body):
        self.with_body = with_body
        path = urllib.parse.urlsplit(self.path).path
        self.server.requests.append((self.command, self.path, dict(self.headers)))
        api = re.fullmatch(r"/api/(model|dataset)s/(.+?)/(revision|tree)/([^/]+)/?", path)
        file = re.fullmatch(r"/(datasets/)?(.+?)/resolve/([^/]+)/(.+)", path)
        if api:
            self._api(api[1], urllib.parse.unquote(api[2]), api[3], urllib.parse.unquote(api[4]))
        elif file:
            self._file("dataset" if file[1] else "model", file[2], urllib.parse.unquote(file[3]), urllib.parse.unquote(file[4]))
        else:
            self._say(404)

    def _commit(self, kind, name, revision):
        """The commit, or None when the answer has been given."""
        commits = self.server.repositories.get((kind, name))
        token = self.server.tokens.get(name)
        if commits is None or (token and self.headers.get("Authorization") != f"Bearer {token}"):
            self._say(401, {"X-Error-Code": "RepoNotFound", "X-Error-Message": "Repository not found"})
            return None
        if name in self.server.gated:
            self._say(403, {"X-Error-Code": "GatedRepo", "X-Error-Message": "Access to it is restricted"})
            return None
        if revision not in commits:
            self._say(404, {"X-Error-Code": "RevisionNotFound", "X-Error-Message": "Invalid rev id"})
            return None
        return commits[revision]

    def _api(self, kind, name, what, revision):
        commit = self._commit(kind, name, revision)
        if commit is None:
            return
        digest, files = commit
        if what == "revision":
            document = {"id": name, "sha": digest, "private": False, "gated": False, "siblings": [{"rfilename": path} for path in files]}
        else:
            document = []
            for path, content in sorted(files.items()):
                entry = {"type": "file", "path": path, "size": len(content), "oid": blob(content)}
                if len(content) > self.server.large:
                    entry["lfs"] = {"oid": lfs(content), "size": len(content), "pointerSize": 130}
                document.append(entry)
        self._say(200, {"Content-Type": "application/json"}, json.dumps(document).encode())

    def _file(self, kind, name, revision, path):
        commit = self._commit(kind, name, revision)
        if commit is None:
            return
        digest, files = commit
        if path not in files:
            self._say(404, {"X-Error-Code": "EntryNotFound", "X-Error-Message": "Entry not found"})
            return
        content = files[path]
        time.sleep(self.server.pause)
        headers = {"X-Repo-Commit": digest, "ETag": f'"{blob(content)}"', "Accept-Ranges": "bytes"}
        if len(content) > self.server.large:
            headers |= {"X-Linked-Etag": f'"{lfs(content)}"', "X-Linked-Size": str(len(content))}
            headers["Location"] = f"{self.server.store.address}/{lfs(content)}?Signature=secret-signature"
            self._say(302, headers)
            return
        self._say(200, headers, content)

    def _say(self, status, headers=None, body=b""):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.with_body:
            self.wfile.write(body)


class Store(http.server.ThreadingHTTPServer):
    """The other host."""

    daemon_threads = True

    def __init__(self, hub):
        super().__init__(("127.0.0.1", 0), StoreHandler)
        self.hub = hub
        self.requests = []
        self.sent = 0

    @property
    def address(self):
        # Another name of this machine, so that it is another host for clients.
        return f"http://localhost:{self.server_address[1]}"


class StoreHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self._answer(False)

    def do_GET(self):
        self._answer(True)

    def _answer(self, with_body):
        hub = self.server.hub
        self.server.requests.append((self.command, self.path, dict(self.headers)))
        wanted = urllib.parse.urlsplit(self.path).path.strip("/")
        found = [
            content for commits in hub.repositories.values() for _, files in commits.values() for content in files.values() if lfs(content) == wanted
        ]
        content = found[0]
        if wanted in hub.damage:
            content = bytes(len(content))
        status, body, headers = 200, content, {}
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if wanted and int(wanted[1]) < len(content):
            status, body = 206, content[int(wanted[1]) : int(wanted[2] or len(content) - 1) + 1]
            headers["Content-Range"] = f"bytes {wanted[1]}-{int(wanted[1]) + len(body) - 1}/{len(content)}"
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            if hub.cuts:
                body = body[: hub.cuts.pop(0)]
                self.close_connection = True
            self.wfile.write(body)
            self.server.sent += len(body)
