"""What training leaves behind goes to a claim or a bucket (INIT-87)."""

import os

import pytest

from conftest import Outcome, variables
from stores import gcs
from trainyard_initializer.program import main


@pytest.fixture
def output(tmp_path, capsys, monkeypatch):
    folder = tmp_path / "output"
    (folder / "checkpoints").mkdir(parents=True)
    (folder / "model.bin").write_bytes(b"model")
    (folder / "checkpoints" / "1.pt").write_bytes(b"one")

    def start(uri, **settings):
        environment = variables(tmp_path, {"OUTPUT_URI": uri, "OUTPUT_PATH": str(folder), **settings})
        for name in list(os.environ):
            if name.startswith(("AWS_", "GOOGLE_", "STORAGE_EMULATOR")):
                monkeypatch.delenv(name)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        capsys.readouterr()
        code = main(["output"], environment)
        said = capsys.readouterr()
        return Outcome(int(code), said.out, said.err, tmp_path)

    return start


def test_results_go_to_a_claim(output, tmp_path):
    """INIT-87"""
    (tmp_path / "results").mkdir()
    outcome = output("pvc://results/job-1", PVC_ROOT=str(tmp_path)).succeeded()
    assert (tmp_path / "results" / "job-1" / "checkpoints" / "1.pt").read_bytes() == b"one"
    assert "sent" in outcome.out and "2 files" in outcome.out


def test_results_go_to_a_bucket(output, admin, server):
    """INIT-87"""
    settings = {"ENDPOINT": server, "ACCESS_KEY_ID": "testing-key", "SECRET_ACCESS_KEY": "testing-secret"}
    output("s3://data/job-1", **settings).succeeded()
    assert admin.get_object(Bucket="data", Key="job-1/checkpoints/1.pt")["Body"].read() == b"one"
    output("s3://none/job-1", **settings).failed(3, "no bucket none")


def test_results_go_to_a_bucket_of_google(output, tmp_path):
    """INIT-87"""
    if not gcs.program():
        pytest.skip("fake-gcs-server is not installed")
    google = gcs.Server(tmp_path)
    try:
        bucket = google.bucket({})
        output(f"gs://{bucket}/job-1", STORAGE_EMULATOR_HOST=google.address).succeeded()
        assert google.read(bucket, "job-1/model.bin") == b"model"
    finally:
        google.stop()


def test_a_claim_that_is_not_mounted_is_named_before_results_are_lost(output, tmp_path):
    """INIT-87"""
    output("pvc://none/job-1", PVC_ROOT=str(tmp_path)).failed(3, "claim none is not mounted")


def test_a_training_without_results_is_an_error(output, tmp_path):
    """INIT-87"""
    (tmp_path / "empty").mkdir()
    output("file:///tmp", OUTPUT_PATH=str(tmp_path / "empty")).failed(8, "holds no files", "OUTPUT_PATH")


def test_nothing_can_be_sent_to_the_hub(output):
    """INIT-87"""
    output("hf://org/name").failed(2, "OUTPUT_URI", "hf://")
