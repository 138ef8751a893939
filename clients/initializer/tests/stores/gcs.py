"""fake-gcs-server, a Google Cloud Storage server in a program of its own."""

import os
import pathlib
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
import uuid

from google.auth.credentials import AnonymousCredentials
from google.cloud import storage


def program():
    """Where it is: FAKE_GCS_SERVER, or on the PATH."""
    return os.environ.get("FAKE_GCS_SERVER") or shutil.which("fake-gcs-server")


class Server:
    """Keeps buckets in a folder while it runs."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        command = [program(), "-scheme", "http", "-host", "127.0.0.1", "-port", str(port), "-public-host", f"127.0.0.1:{port}"]
        command += ["-backend", "memory", "-external-url", self.address]
        with open(pathlib.Path(folder) / "gcs.log", "wb") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        self._await()
        os.environ["STORAGE_EMULATOR_HOST"] = self.address
        self._client = storage.Client(project="test", credentials=AnonymousCredentials(), client_options={"api_endpoint": self.address})
        del os.environ["STORAGE_EMULATOR_HOST"]

    def _await(self):
        end = time.monotonic() + 30
        while True:
            try:
                urllib.request.urlopen(f"{self.address}/storage/v1/b?project=test").close()
                return
            except (urllib.error.URLError, ConnectionError):
                assert self._process.poll() is None and time.monotonic() < end, "fake-gcs-server does not start"
                time.sleep(0.02)

    def bucket(self, objects):
        """A new bucket with these objects; gives its name."""
        bucket = self._client.create_bucket("data-" + uuid.uuid4().hex)
        for name, content in objects.items():
            bucket.blob(name).upload_from_string(content)
        return bucket.name

    def generation(self, bucket, name):
        return str(self._client.bucket(bucket).get_blob(name).generation)

    def read(self, bucket, name):
        return self._client.bucket(bucket).blob(name).download_as_bytes()

    def stop(self):
        self._process.kill()
        self._process.wait()
