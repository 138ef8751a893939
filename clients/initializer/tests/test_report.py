"""How much is there is told where somebody listens (SSRV-76)."""

import http.server
import json
import os
import threading

import pytest

from trainyard_initializer.progress import Progress
from trainyard_initializer.report import TOKEN, URL, Reports

PATH = "/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/bert/status"


class Said:
    def __init__(self):
        self.lines = []

    def complain(self, line):
        self.lines.append(line)


@pytest.fixture
def listener():
    """A status server that answers as it is told."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.server.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["trainyard"])
            self.server.tokens.append(self.headers["Authorization"])
            self.send_response(self.server.code if self.path == PATH else 404)
            self.end_headers()
            self.wfile.write(b"{}\n")

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.bodies, server.tokens, server.code = [], [], 200
    server.url = f"http://127.0.0.1:{server.server_address[1]}{PATH}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_a_fetch_reports_what_it_fetches_and_at_the_end_all_of_it(run, web, listener):
    """SSRV-76"""
    web.files["/data.bin"] = b"x" * 5000
    run(f"{web.address}/data.bin", **{URL: listener.url}).succeeded()
    assert listener.bodies[-1] == {"initializer": "dataset", "fetchedBytes": 5000, "totalBytes": 5000}


def test_the_token_is_that_of_the_moment(tmp_path, listener):
    """SSRV-76"""
    token = tmp_path / "token"
    token.write_text("first\n")
    progress = Progress(None)
    progress.expect(10, 1)
    with Reports(progress, "model", {URL: listener.url, TOKEN: str(token)}, Said(), interval=60):
        token.write_text("second\n")
        progress.add(10)
    assert listener.tokens == ["Bearer second"]
    assert listener.bodies == [{"initializer": "model", "fetchedBytes": 10, "totalBytes": 10}]


def test_what_has_not_changed_is_not_said_again():
    """SSRV-76"""
    progress = Progress(None)
    reports = Reports(progress, "dataset", {}, Said())
    assert reports.body() is None
    progress.expect(10, 1)
    assert reports.body()["trainyard"]["fetchedBytes"] == 0
    assert reports.body() is None


def test_a_server_that_refuses_is_told_of_once_and_harms_nothing(run, web, listener):
    """SSRV-76"""
    listener.code = 403
    web.files["/data.bin"] = b"x" * 5000
    ended = run(f"{web.address}/data.bin", **{URL: listener.url}).succeeded()
    assert ended.err.count("cannot be reported: 403") == 1


def test_a_server_that_is_not_there_harms_nothing(run, web):
    """SSRV-76"""
    web.files["/data.bin"] = b"x" * 5000
    run(f"{web.address}/data.bin", **{URL: f"http://127.0.0.1:1{PATH}"}).succeeded()


def test_where_nobody_listens_nothing_is_started():
    """SSRV-76"""
    before = threading.active_count()
    with Reports(Progress(None), "dataset", dict(os.environ), Said()):
        assert threading.active_count() == before
