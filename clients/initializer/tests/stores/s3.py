"""moto's S3 server, which counts what it sends and can be told to be slow. `python -m stores.s3 BUCKET FOLDER` serves the files of a folder."""

import json
import os
import pathlib
import re
import sys
import threading
import time
import urllib.request

import botocore.session
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
from werkzeug.serving import make_server

_CONTROL = "/-/"


class S3:
    """Counts bytes of objects by key. With a `pace` of (bytes, seconds) each answer comes in pieces of so many bytes, with a pause after each."""

    def __init__(self):
        self.sent = {}
        self.pace = None
        self._lock = threading.Lock()
        self._store = DomainDispatcherApplication(create_backend_app)
        self._server = make_server("127.0.0.1", 0, self._answer, threaded=True, request_handler=MotoRequestHandler)
        self._server.daemon_threads = True
        self._admin = None

    @property
    def address(self):
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def total(self):
        with self._lock:
            return sum(self.sent.values())

    def start(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def stop(self):
        self._server.shutdown()
        self._server.server_close()

    @property
    def admin(self):
        """A client that may do everything."""
        if self._admin is None:
            session = botocore.session.Session()
            session.set_credentials("admin", "admin")
            self._admin = session.create_client("s3", region_name="us-east-1", endpoint_url=self.address)
        return self._admin

    def reset(self):
        """Empty, quick, and nothing counted."""
        urllib.request.urlopen(f"{self.address}/moto-api/reset", data=b"").close()
        self.pace = None
        self.sent.clear()

    def _answer(self, environment, start_response):
        path = environment["PATH_INFO"]
        if path.startswith(_CONTROL):
            return self._control(path, start_response)
        answer = self._store(environment, start_response)
        if environment["REQUEST_METHOD"] != "GET" or not re.match("/[^/]+/.", path):
            return answer
        return self._counted(path, answer)

    def _counted(self, path, answer):
        for chunk in answer:
            size, pause = self.pace or (len(chunk) or 1, 0)
            for begin in range(0, len(chunk), size):
                piece = chunk[begin : begin + size]
                with self._lock:
                    self.sent[path] = self.sent.get(path, 0) + len(piece)
                yield piece
                time.sleep(pause)

    def _control(self, path, start_response):
        """`/-/sent` tells the counts, `/-/pace/BYTES/MILLISECONDS` sets the pace; 0 bytes for none."""
        words = path[len(_CONTROL) :].split("/")
        if words[0] == "pace":
            self.pace = (int(words[1]), int(words[2]) / 1000) if int(words[1]) else None
        with self._lock:
            said = json.dumps(self.sent).encode()
        start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(said)))])
        return [said]


def strict_after(address, count):
    """After so many further requests, the store checks keys, signatures and rights; `inf` for never."""
    request = urllib.request.Request(f"{address}/moto-api/reset-auth", data=count.encode(), headers={"Content-Type": "text/plain"}, method="POST")
    urllib.request.urlopen(request).close()


def main(bucket, folder):
    store = S3().start()
    admin = store.admin
    admin.create_bucket(Bucket=bucket)
    root = pathlib.Path(folder)
    for file in sorted(root.rglob("*")):
        if file.is_file():
            admin.put_object(Bucket=bucket, Key=str(file.relative_to(root)), Body=file.read_bytes())
    print(store.address, flush=True)
    # Ends with whoever has started it.
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
