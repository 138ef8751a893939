"""Real stores on this machine, and the program as Kubernetes starts it: variables in, files, an exit code and lines of text out."""

import errno
import json
import os
import pathlib
import subprocess
import sys
import threading
from dataclasses import dataclass

import pytest

from stores.hub import Hub
from stores.web import Web
from trainyard_initializer.program import main

PROGRAM = pathlib.Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Outcome:
    """How a run of the program ended."""

    code: int
    out: str
    err: str
    target: pathlib.Path

    @property
    def files(self):
        """Content by path, without what the program keeps for itself."""
        return {
            str(path.relative_to(self.target)): path.read_bytes()
            for path in sorted(self.target.rglob("*"))
            if path.is_file() and ".trainyard" not in path.relative_to(self.target).parts
        }

    @property
    def manifest(self):
        marker = self.target / ".trainyard" / "manifest.json"
        return json.loads(marker.read_text()) if marker.exists() else None

    def failed(self, code, *words):
        """Asserts that it failed with this code and one sentence that holds these words, and that no trainer takes the target for whole."""
        assert self.code == code, self.err or self.out
        assert self.err.startswith("error: ") and self.err.count("\n") == 1, self.err
        for word in words:
            assert word in self.err
        assert self.manifest is None
        return self

    def succeeded(self):
        assert self.code == 0, self.err
        return self


def variables(target, settings):
    base = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    # Neither the machine's own credentials nor its metadata server are asked in tests.
    base |= {"AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": "/dev/null", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null"}
    return base | {"TARGET_PATH": str(target), "DOWNLOAD_RETRIES": "2", **settings}


@pytest.fixture
def target(tmp_path):
    return tmp_path / "workspace"


@pytest.fixture
def run(target, capsys, monkeypatch):
    """Runs the program in this process."""
    # Whether an attempt is made is tested, not for how long it is waited.
    monkeypatch.setattr("trainyard_initializer.progress.Progress.sleep", lambda self, seconds: self.is_stopped)

    def start(uri, kind="dataset", into=None, **settings):
        folder = pathlib.Path(into or target)
        # This process has threads, so it must not make copies of itself.
        environment = variables(folder, {"STORAGE_URI": uri, "DOWNLOAD_PROCESSES": "1", **settings})
        # Libraries of the stores read some variables themselves.
        for name in list(os.environ):
            if name.startswith(("AWS_", "HF_", "GOOGLE_", "STORAGE_EMULATOR", "GCS_")):
                monkeypatch.delenv(name)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        capsys.readouterr()
        code = main([kind], environment)
        said = capsys.readouterr()
        return Outcome(int(code), said.out, said.err, folder)

    return start


@pytest.fixture
def start(target):
    """Starts the program as a process of its own."""
    started = []

    def process(uri, kind="dataset", **settings):
        environment = variables(target, {"STORAGE_URI": uri, "PYTHONPATH": str(PROGRAM), **settings})
        program = subprocess.Popen(
            [sys.executable, "-m", "trainyard_initializer", kind], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        started.append(program)
        return program

    yield process
    for program in started:
        program.kill()
        program.communicate()


@pytest.fixture
def forbid(monkeypatch):
    """Takes the right to read one file or folder, also from root, who has it always."""

    def take(path):
        listdir = os.listdir

        def only_others(folder):
            if os.fspath(folder) == str(path):
                raise PermissionError(errno.EACCES, "Permission denied", folder)
            return listdir(folder)

        monkeypatch.setattr("os.listdir", only_others)
        monkeypatch.setattr("os.access", lambda file, mode: os.fspath(file) != str(path))

    return take


@pytest.fixture
def web():
    server = Web()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def store():
    """An S3 server; loaded only where one is asked for."""
    from stores.s3 import S3

    started = S3().start()
    yield started
    started.stop()


@pytest.fixture
def server(store):
    store.reset()
    return store.address


@pytest.fixture
def admin(store, server):
    """Somebody who may do everything in it, with a bucket `data`."""
    store.admin.create_bucket(Bucket="data")
    return store.admin


@pytest.fixture
def hub():
    server = Hub()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()
