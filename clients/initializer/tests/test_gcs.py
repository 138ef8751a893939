"""A Google Cloud Storage server (INIT-23)."""

import base64
import json
import time

import pytest

from stores import gcs
from trainyard_initializer.content import Entry
from trainyard_initializer.target import Target

BIG = bytes(range(256)) * 40_000


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    if not gcs.program():
        pytest.skip("fake-gcs-server is not installed")
    started = gcs.Server(tmp_path_factory.mktemp("gcs"))
    yield started
    started.stop()


@pytest.fixture
def gs(run, server):
    def start(uri, **settings):
        return run(uri, **{"STORAGE_EMULATOR_HOST": server.address, **settings})

    return start


def test_a_folder_comes_with_its_paths_and_without_its_neighbours(gs, server):
    """INIT-23, INIT-62"""
    bucket = server.bucket({"train/a": b"a", "train/sub/b": b"b", "train-old/c": b"c"})
    assert gs(f"gs://{bucket}/train").succeeded().files == {"a": b"a", "sub/b": b"b"}


def test_a_single_object_keeps_its_name(gs, server):
    """INIT-23, INIT-62"""
    bucket = server.bucket({"train/a": b"a", "train/ab": b"ab"})
    assert gs(f"gs://{bucket}/train/a").succeeded().files == {"a": b"a"}


def test_a_large_object_is_right_and_a_second_start_fetches_nothing(gs, server):
    """INIT-23, INIT-31"""
    bucket = server.bucket({"big": BIG})
    assert gs(f"gs://{bucket}").succeeded().files == {"big": BIG}
    assert "nothing to fetch" in gs(f"gs://{bucket}").succeeded().out


def test_a_begun_object_goes_on(gs, server, target):
    """INIT-78"""
    bucket = server.bucket({"big": BIG})
    begun = Target(target)
    begun.open()
    entry = Entry("big", "big", len(BIG), server.generation(bucket, "big"))
    with open(begun.part(entry), "wb") as part:
        part.write(BIG[:9_000_000])
    assert gs(f"gs://{bucket}/big").succeeded().files == {"big": BIG}


def test_patterns_choose(gs, server):
    """INIT-41"""
    bucket = server.bucket({"a.json": b"a", "b.bin": b"b"})
    assert set(gs(f"gs://{bucket}", IGNORE_PATTERNS="*.bin").succeeded().files) == {"a.json"}


def test_a_bucket_that_is_not_there_is_named(gs):
    """INIT-75"""
    gs("gs://no-such-bucket/train").failed(3, "no bucket no-such-bucket")


def test_a_folder_that_is_not_there_is_an_error(gs, server):
    """INIT-65"""
    gs(f"gs://{server.bucket({'a': b'a'})}/none").failed(8, "holds no files")


def test_without_an_account_the_secret_is_named(run):
    """INIT-75"""
    run("gs://bucket", NO_GCE_CHECK="true", CLOUDSDK_CONFIG="/dev/null").failed(4, "GCS_CREDENTIAL", "secretRef", "Workload Identity")


def test_a_key_that_is_none_is_refused_without_quoting_it(run):
    """INIT-13, INIT-75"""
    key = base64.b64encode(json.dumps({"private_key": "very-secret"}).encode()).decode()
    outcome = run("gs://bucket", GCS_CREDENTIAL=key).failed(2, "GCS_CREDENTIAL", "base64")
    assert "very-secret" not in outcome.err and key not in outcome.err


@pytest.mark.parametrize("path", ["", "/train"])
def test_a_store_that_cannot_be_reached_is_a_failure_of_the_network_and_soon(run, path):
    """INIT-75: the library would try for two minutes by itself, each time."""
    begin = time.monotonic()
    run(f"gs://bucket{path}", STORAGE_EMULATOR_HOST="http://127.0.0.1:1").failed(5, "3 attempts", "reached from this pod")
    assert time.monotonic() - begin < 30
