"""What training leaves behind goes to a claim or a bucket (INIT-87)."""

import os
import socket

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


def sent(tmp_path):
    """Content by path, None for a folder."""
    results = tmp_path / "results"
    return {str(path.relative_to(results)): None if path.is_dir() else path.read_bytes() for path in results.rglob("*")}


def test_links_in_results_go_as_what_they_lead_to(output, tmp_path):
    """INIT-87"""
    folder = tmp_path / "output"
    (folder / "last.pt").symlink_to("checkpoints/1.pt")
    (folder / "latest").symlink_to("checkpoints")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "log").write_bytes(b"log")
    (folder / "logs").symlink_to(tmp_path / "elsewhere")
    outcome = output(f"file://{tmp_path}/results").succeeded()
    assert sent(tmp_path) == {
        "model.bin": b"model",
        "checkpoints": None,
        "checkpoints/1.pt": b"one",
        "last.pt": b"one",
        "latest": None,
        "latest/1.pt": b"one",
        "logs": None,
        "logs/log": b"log",
    }
    assert not [path for path in (tmp_path / "results").rglob("*") if path.is_symlink()]
    assert "5 files" in outcome.out and "left out" not in outcome.out


def test_links_in_results_go_to_a_bucket(output, admin, server, tmp_path):
    """INIT-87"""
    (tmp_path / "output" / "last.pt").symlink_to("checkpoints/1.pt")
    (tmp_path / "output" / "latest").symlink_to("checkpoints")
    output("s3://data/job-1", ENDPOINT=server, ACCESS_KEY_ID="testing-key", SECRET_ACCESS_KEY="testing-secret").succeeded()
    for key in ("last.pt", "latest/1.pt"):
        assert admin.get_object(Bucket="data", Key=f"job-1/{key}")["Body"].read() == b"one"


def test_an_empty_folder_is_a_result(output, tmp_path):
    """INIT-87"""
    (tmp_path / "output" / "empty" / "inner").mkdir(parents=True)
    output(f"file://{tmp_path}/results").succeeded()
    assert (tmp_path / "results" / "empty" / "inner").is_dir()


def test_names_of_any_length_and_kind_arrive(output, tmp_path):
    """INIT-87"""
    names = ["n" * 252, "m" * 255, "ä b", "new\nline", os.fsdecode(b"not utf-8 \xff"), "a.part"]
    for name in names:
        (tmp_path / "output" / name).write_bytes(name.encode("utf-8", "surrogateescape"))
    output(f"file://{tmp_path}/results").succeeded()
    assert sent(tmp_path).keys() == {"model.bin", "checkpoints", "checkpoints/1.pt", *names}
    assert all(sent(tmp_path)[name] == name.encode("utf-8", "surrogateescape") for name in names)


def test_what_cannot_be_sent_keeps_nothing_else_and_is_named_in_the_last_line(output, tmp_path, monkeypatch):
    """INIT-87"""
    folder = tmp_path / "output"
    os.mkfifo(folder / "a pipe")
    (folder / "gone").symlink_to("/none/gone")
    (folder / "loop").symlink_to(".")
    (folder / "self").symlink_to("/proc/self/environ")
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
    outcome = output(f"file://{tmp_path}/results").succeeded()
    assert sent(tmp_path) == {"model.bin": b"model", "checkpoints": None, "checkpoints/1.pt": b"one"}
    last = outcome.out.splitlines()[-1]
    assert "2 files" in last
    for words in ("a pipe (a named pipe)", "gone (a link to /none/gone", "loop (a link in a circle", "self (a link to /proc/", "socket (a socket)"):
        assert words in last


def test_a_file_that_has_no_place_keeps_no_other_and_fails_in_the_end(output, admin, server, tmp_path):
    """INIT-75, INIT-87"""
    (tmp_path / "results" / "checkpoints" / "1.pt").mkdir(parents=True)
    (tmp_path / "results" / "checkpoints" / "1.pt" / "x").write_bytes(b"x")
    output(f"file://{tmp_path}/results").failed(2, "sent 1 of 2 files", "checkpoints/1.pt (")
    assert sent(tmp_path)["model.bin"] == b"model"
    assert not [path for path in sent(tmp_path) if path.endswith(".part")]
    (tmp_path / "output" / os.fsdecode(b"\xff")).write_bytes(b"x")
    (tmp_path / "output" / ("k" * 250) / ("k" * 250) / ("k" * 250) / ("k" * 250)).mkdir(parents=True)
    (tmp_path / "output" / ("k" * 250) / ("k" * 250) / ("k" * 250) / ("k" * 250) / ("k" * 50)).write_bytes(b"x")
    settings = {"ENDPOINT": server, "ACCESS_KEY_ID": "testing-key", "SECRET_ACCESS_KEY": "testing-secret"}
    output("s3://data/job-1", **settings).failed(2, "sent 2 of 4 files", "'\\udcff' (", "kkk")
    assert admin.get_object(Bucket="data", Key="job-1/model.bin")["Body"].read() == b"model"


def test_a_result_that_must_not_be_read_keeps_no_other_and_fails_in_the_end(output, tmp_path, forbid):
    """INIT-75, INIT-87"""
    forbid(tmp_path / "output" / "model.bin")
    output(f"file://{tmp_path}/results").failed(4, "sent 1 of 1 files", "model.bin (must not be read")
    assert (tmp_path / "results" / "checkpoints" / "1.pt").exists()


def test_the_path_of_an_address_is_decoded(output, tmp_path):
    """INIT-29"""
    output(f"file://{tmp_path}/my%20results").succeeded()
    assert (tmp_path / "my results" / "model.bin").exists()
    output("file://data/results").failed(2, "file:///data/results")


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
