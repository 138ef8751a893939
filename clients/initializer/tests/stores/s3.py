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
    """Counts bytes of objects by `/bucket/key`. `refusals` says how often a key is answered with 503 first, `denied` is answered with 403. With a `pace` of (bytes, seconds) each answer comes in pieces of so many bytes, with a pause after each."""

    def __init__(self, certificate=None):
        """`certificate` holds the files of a certificate and its key, for TLS."""
        self.sent = {}
        self.pace = None
        self.refusals = {}
        self.denied = ""
        self.requests = []
        self._lock = threading.Lock()
        self._store = DomainDispatcherApplication(create_backend_app)
        self._server = make_server("127.0.0.1", 0, self._answer, threaded=True, request_handler=MotoRequestHandler, ssl_context=certificate)
        self._certificate = certificate
        self._server.daemon_threads = True
        self._admin = None

    @property
    def address(self):
        return f"{'https://localhost' if self._certificate else 'http://127.0.0.1'}:{self._server.server_port}"

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
            trusted = self._certificate and self._certificate[0]
            self._admin = session.create_client("s3", region_name="us-east-1", endpoint_url=self.address, verify=trusted)
        return self._admin

    def reset(self):
        """Empty, quick, and nothing counted."""
        urllib.request.urlopen(f"{self.address}/moto-api/reset", data=b"").close()
        self.pace = None
        self.refusals = {}
        self.denied = ""
        self.sent.clear()
        self.requests.clear()

    def user_who_reads(self, bucket):
        """A key that may do nothing else."""
        session = botocore.session.Session()
        session.set_credentials("admin", "admin")
        accounts = session.create_client("iam", region_name="us-east-1", endpoint_url=self.address)
        accounts.create_user(UserName="reader")
        allowed = [f"arn:aws:s3:::{bucket}", f"arn:aws:s3:::{bucket}/*"]
        policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": ["s3:GetObject", "s3:ListBucket"], "Resource": allowed}]}
        accounts.put_user_policy(UserName="reader", PolicyName="read", PolicyDocument=json.dumps(policy))
        return accounts.create_access_key(UserName="reader")["AccessKey"]

    def _answer(self, environment, start_response):
        path = environment["PATH_INFO"]
        if path.startswith(_CONTROL):
            return self._control(path, start_response)
        if environment["REQUEST_METHOD"] != "GET" or not re.match("/[^/]+/.", path):
            return self._store(environment, start_response)
        self.requests.append(path)
        if path in self.refusals:
            self.refusals[path] -= 1
            self.refusals = {key: left for key, left in self.refusals.items() if left > 0}
            return _refuse(start_response, "503 Service Unavailable", "SlowDown")
        if path == self.denied:
            return _refuse(start_response, "403 Forbidden", "AccessDenied")
        return self._counted(path, self._store(environment, start_response))

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


def _refuse(start_response, status, code):
    said = f"<Error><Code>{code}</Code></Error>".encode()
    start_response(status, [("Content-Type", "application/xml"), ("Content-Length", str(len(said)))])
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
