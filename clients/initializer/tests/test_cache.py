"""One cache for many jobs (INIT-84 to INIT-86)."""

import os
import pathlib
import subprocess
import sys
import threading

import pytest

from conftest import PROGRAM, variables


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path):
    source = tmp_path / "source"
    (source / "sub").mkdir(parents=True)
    (source / "a").write_bytes(b"a" * 1000)
    (source / "sub" / "b").write_bytes(b"b")
    return source


def entries(cache):
    return sorted(path for path in cache.iterdir())


def test_what_one_job_has_fetched_the_next_one_links_to(run, web, cache, tmp_path):
    """INIT-84"""
    web.files["/a"] = b"a" * 1000
    first = run(f"{web.address}/a", CACHE_PATH=str(cache)).succeeded()
    sent = web.sent
    second = run(f"{web.address}/a", into=tmp_path / "second", CACHE_PATH=str(cache)).succeeded()
    assert second.files == first.files == {"a": b"a" * 1000}
    assert web.sent == sent, "nothing but the question whether it is still the same"
    assert (second.target / "a").stat().st_ino == (first.target / "a").stat().st_ino
    assert second.manifest["source"] == f"{web.address}/a"


def test_another_content_is_another_entry(run, folder, cache, tmp_path):
    """INIT-84"""
    first = run(f"file://{folder}", CACHE_PATH=str(cache)).succeeded()
    (folder / "a").write_bytes(b"new")
    second = run(f"file://{folder}", into=tmp_path / "second", CACHE_PATH=str(cache)).succeeded()
    assert len(entries(cache)) == 2
    assert first.files["a"] == b"a" * 1000
    assert second.files["a"] == b"new"


def test_a_job_that_writes_into_its_data_does_not_spoil_that_of_later_jobs(run, folder, cache, tmp_path):
    """INIT-85: root may write where nobody may."""
    first = run(f"file://{folder}", CACHE_PATH=str(cache)).succeeded()
    assert (first.target / "a").stat().st_mode & 0o777 == 0o444
    (first.target / "a").chmod(0o644)
    (first.target / "a").write_bytes(b"spoiled")
    second = run(f"file://{folder}", into=tmp_path / "second", CACHE_PATH=str(cache)).succeeded()
    assert second.files == {"a": b"a" * 1000, "sub/b": b"b"}
    assert run(f"file://{folder}", CACHE_PATH=str(cache)).succeeded().files["a"] == b"a" * 1000


def test_two_jobs_at_once_fetch_the_same_once(web, cache, tmp_path):
    """INIT-86"""
    web.files["/a"] = bytes(5_000_000)
    programs = [
        subprocess.Popen(
            [sys.executable, "-m", "trainyard_initializer", "dataset"],
            env=variables(tmp_path / f"target-{index}", {"STORAGE_URI": f"{web.address}/a", "CACHE_PATH": str(cache), "PYTHONPATH": str(PROGRAM)}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for index in range(3)
    ]
    said = [program.communicate() for program in programs]
    assert [program.returncode for program in programs] == [0, 0, 0], said
    assert web.sent == 5_000_000
    assert len({os.stat(tmp_path / f"target-{index}" / "a").st_ino for index in range(3)}) == 1


def test_an_entry_that_is_in_use_can_be_told_from_one_that_may_go(run, folder, cache):
    """INIT-86"""
    import fcntl

    run(f"file://{folder}", CACHE_PATH=str(cache)).succeeded()
    (entry,) = entries(cache)
    with open(entry / "lock", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        done = threading.Event()

        def again():
            subprocess.run(
                [sys.executable, "-m", "trainyard_initializer", "dataset"],
                env=variables(pathlib.Path(str(cache) + "-target"), {"STORAGE_URI": f"file://{folder}", "CACHE_PATH": str(cache), "PYTHONPATH": str(PROGRAM)}),
                stdout=subprocess.DEVNULL,
                check=True,
            )
            done.set()

        thread = threading.Thread(target=again)
        thread.start()
        assert not done.wait(1)
    thread.join()
    assert done.is_set()
