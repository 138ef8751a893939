"""Tells the controller how much is there, where it listens. A failure of that never reaches the fetch."""

import http.client
import json
import os
import ssl
import threading
import urllib.parse

URL = "KUBEFLOW_TRAINER_SERVER_URL"
AUTHORITY = "KUBEFLOW_TRAINER_SERVER_CA_CERT"
TOKEN = "KUBEFLOW_TRAINER_SERVER_TOKEN"

_TIMEOUT_SECONDS = 5
# A controller serves many jobs; on a laptop somebody is watching.
_INTERVAL_SECONDS = {"https": 5.0, "http": 1.0}


class Reports:
    """Sends the state of a Progress while its context is open, and once more at its good end; from a thread of its own."""

    def __init__(self, progress, kind, variables, console, interval=None):
        self._progress = progress
        self._kind = kind
        self._console = console
        self._url = urllib.parse.urlsplit(variables.get(URL, ""))
        self._authority = variables.get(AUTHORITY)
        self._token = variables.get(TOKEN)
        self._interval = interval or _INTERVAL_SECONDS.get(self._url.scheme, 0)
        self._finished = threading.Event()
        self._sent = None
        self._complained = False
        self._thread = None

    def body(self):
        """What there is to say, or None if nothing has changed."""
        fetched, total = self._progress.bytes, self._progress.total_bytes
        if not total or (fetched, total) == self._sent:
            return None
        self._sent = (fetched, total)
        return {"trainyard": {"initializer": self._kind, "fetchedBytes": max(0, fetched), "totalBytes": total}}

    def __enter__(self):
        if self._interval:
            self._thread = threading.Thread(target=self._run, name="report", daemon=True)
            self._thread.start()
        return self

    def __exit__(self, kind, problem, trace):
        self._finished.set()
        if self._thread is not None and kind is None:
            self._thread.join(_TIMEOUT_SECONDS + 1)

    def _run(self):
        while not self._finished.wait(self._interval):
            self._report()
        self._report()

    def _report(self):
        body = self.body()
        if body is None:
            return
        try:
            problem = self._post(json.dumps(body).encode())
        except (OSError, http.client.HTTPException) as error:
            problem = str(error) or type(error).__name__
        if problem and not self._complained:
            self._complained = True
            self._console.complain(f"how much is there cannot be reported: {problem}")

    def _post(self, body):
        headers = {"Content-Type": "application/json"}
        if self._token and os.path.exists(self._token):
            # It is replaced in its file before it ends.
            with open(self._token, encoding="ascii") as file:
                headers["Authorization"] = "Bearer " + file.read().strip()
        connection = self._connection()
        try:
            connection.request("POST", self._url.path, body, headers)
            answer = connection.getresponse()
            text = answer.read(4096).decode(errors="replace").strip()
            return "" if answer.status == 200 else f"{answer.status} {text}"
        finally:
            connection.close()

    def _connection(self):
        host, port = self._url.hostname, self._url.port
        if self._url.scheme == "https":
            trust = ssl.create_default_context(cafile=self._authority or None)
            return http.client.HTTPSConnection(host, port, timeout=_TIMEOUT_SECONDS, context=trust)
        return http.client.HTTPConnection(host, port, timeout=_TIMEOUT_SECONDS)
