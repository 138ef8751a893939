"""A program that is killed loses nothing, and nobody takes what it leaves for whole (INIT-33, INIT-78)."""

import functools
import json
import os
import pathlib
import random
import signal
import time

import pytest

FILES = {f"{index:03}.json": random.Random(index).randbytes(500 + index % 2 * 20_000) for index in range(60)}
BIG = random.Random(1).randbytes(20_000_000)
OBJECTS = {f"{index:02}.bin": random.Random(index).randbytes(100_000 + index % 5 * 200_000) for index in range(40)}
PIECE = 50_000
SIZE = sum(map(len, OBJECTS.values()))


def until(probe, process, seconds=60):
    end = time.monotonic() + seconds
    while not probe():
        assert process.poll() is None and time.monotonic() < end, f"the program ended first: {process.communicate()}"
        time.sleep(0.002)


def whole(target):
    return [name for name in os.listdir(target) if name != ".trainyard"] if target.exists() else []


def held(target):
    """How many bytes lie in the target, in whole files and in begun ones."""
    files = [target / name for name in whole(target)]
    if (target / ".trainyard" / "tmp").exists():
        files += (target / ".trainyard" / "tmp").iterdir()
    size = 0
    for file in files:
        try:
            size += file.stat().st_size
        except FileNotFoundError:
            pass  # It got its name meanwhile.
    return size


def begun(target):
    """The size of the largest file in the making."""
    try:
        return max((part.stat().st_size for part in (target / ".trainyard" / "tmp").glob("*")), default=0)
    except FileNotFoundError:
        return 0


@pytest.fixture
def moments(capsys):
    """Other moments in each run; INITIALIZER_SEED repeats those of an earlier one."""
    seed = int(os.environ.get("INITIALIZER_SEED") or random.randrange(1 << 32))
    with capsys.disabled():
        print(f"INITIALIZER_SEED={seed}")
    return random.Random(seed)


@pytest.fixture
def bucket(admin, store, start):
    """Starts the program that fetches a bucket of many objects from a slow store."""
    for key, content in OBJECTS.items():
        admin.put_object(Bucket="data", Key=key, Body=content)
    store.pace = (PIECE, 0.003)
    settings = {"ENDPOINT": store.address, "ACCESS_KEY_ID": "testing-key", "SECRET_ACCESS_KEY": "testing-secret", "MAX_CONCURRENCY": "2"}
    return lambda **more: start("s3://data", **settings, **more)


def status_of(pid):
    """State and parent of a process; None for one that is gone."""
    try:
        state, parent = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:2]
        return None if state in "ZX" else (state, int(parent))
    except (FileNotFoundError, ProcessLookupError):
        return None


def children(program):
    """The processes that the program has made."""
    found = [(int(name), status_of(name)) for name in os.listdir("/proc") if name.isdecimal()]
    return sorted(pid for pid, status in found if status and status[1] == program.pid)


def lives(pid):
    return status_of(pid) is not None


def until_ended(pids):
    end = time.monotonic() + 60
    while any(map(lives, pids)):
        assert time.monotonic() < end, "a process goes on without the program"
        time.sleep(0.002)


@pytest.mark.parametrize("processes", ["1", "2"])
def test_killed_at_ten_random_moments_no_byte_of_a_bucket_is_fetched_twice(bucket, store, target, moments, processes):
    """INIT-78, INIT-63b"""
    bucket = functools.partial(bucket, DOWNLOAD_PROCESSES=processes)
    before = 0
    for goal in sorted(moments.randrange(SIZE) for _ in range(10)):
        program = bucket()
        until(lambda: store.total >= goal or program.poll() is not None, program)
        made = children(program)
        program.send_signal(signal.SIGKILL)
        program.wait()
        until_ended(made)
        assert not (target / ".trainyard" / "manifest.json").exists()
        for name in whole(target):
            assert (target / name).read_bytes() == OBJECTS[name], "a file that has its name is whole"
        assert held(target) >= before, "what was there stays"
        before = held(target)
    sent = store.total
    out, err = bucket().communicate()
    assert "40 files" in out, err
    assert {name: (target / name).read_bytes() for name in whole(target)} == OBJECTS
    # The store counts a piece or two for each connection after its other end was killed.
    assert store.total - sent <= SIZE - before + 2 * 2 * PIECE, "only what was missing is fetched"


def test_when_a_process_of_it_is_killed_the_others_fetch_what_it_had(bucket, target):
    """INIT-63b"""
    program = bucket(DOWNLOAD_PROCESSES="2")
    until(lambda: held(target) >= 0.3 * SIZE, program)
    os.kill(children(program)[0], signal.SIGKILL)
    out, err = program.communicate()
    assert program.returncode == 0, err
    assert "40 files" in out
    assert {name: (target / name).read_bytes() for name in whole(target)} == OBJECTS
    assert len(json.loads((target / ".trainyard" / "manifest.json").read_text())["files"]) == len(OBJECTS)


def test_when_all_processes_of_it_are_killed_that_is_said_and_the_next_start_goes_on(bucket, store, target):
    """INIT-63b, INIT-75"""
    program = bucket(DOWNLOAD_PROCESSES="2")
    until(lambda: held(target) >= 0.5 * SIZE, program)
    for each in children(program):
        os.kill(each, signal.SIGKILL)
    _, err = program.communicate()
    assert program.returncode == 1
    assert err.count("\n") == 1 and "processes that fetch were killed" in err and "memory" in err
    assert not (target / ".trainyard" / "manifest.json").exists()
    before, sent = held(target), store.total
    _, err = bucket(DOWNLOAD_PROCESSES="2").communicate()
    assert {name: (target / name).read_bytes() for name in whole(target)} == OBJECTS, err
    assert store.total - sent <= SIZE - before + 2 * 2 * PIECE


def test_a_stop_ends_all_its_processes(bucket, target):
    """INIT-63b, INIT-78"""
    program = bucket(DOWNLOAD_PROCESSES="2")
    until(lambda: held(target) >= 0.1 * SIZE, program)
    made = children(program)
    assert len(made) == 2
    for each in [*made, program.pid]:
        # As a terminal does, or a supervisor that knows the whole group.
        os.kill(each, signal.SIGTERM)
    _, err = program.communicate(timeout=60)
    assert program.returncode == 143
    assert "stopped" in err
    until_ended(made)
    assert held(target) >= 0.1 * SIZE


def test_what_one_process_fails_with_ends_all_and_is_named(bucket, store):
    """INIT-63b, INIT-75"""
    store.denied = "/data/20.bin"
    program = bucket(DOWNLOAD_PROCESSES="2")
    _, err = program.communicate()
    assert program.returncode == 4
    assert err.count("\n") == 1 and "s3://data/20.bin" in err and "AccessDenied" in err


def test_killed_at_nine_tenths_of_many_objects_little_is_fetched_again(bucket, store, target):
    """INIT-78"""
    program = bucket()
    until(lambda: held(target) >= 0.9 * SIZE, program)
    program.send_signal(signal.SIGKILL)
    program.wait()
    before = store.total
    _, err = bucket().communicate()
    assert {name: (target / name).read_bytes() for name in whole(target)} == OBJECTS, err
    assert store.total - before <= 0.15 * SIZE


def test_killed_at_ten_moments_the_data_is_right_in_the_end(start, target, hub, moments):
    """INIT-78"""
    hub.add("dataset", "org/data", FILES)
    hub.pause = 0.03
    settings = {"HF_ENDPOINT": hub.address, "MAX_CONCURRENCY": "2"}
    for _ in range(10):
        program = start("hf://org/data", **settings)
        goal = len(whole(target)) + moments.randrange(1, 5)
        until(lambda: len(whole(target)) >= goal, program)
        program.send_signal(signal.SIGKILL)
        program.wait()
        assert not (target / ".trainyard" / "manifest.json").exists()
        for name in whole(target):
            assert (target / name).read_bytes() == FILES[name], "a file that has its name is whole"
    before = len(hub.requests)
    kept = len(whole(target))
    hub.pause = 0
    out, err = start("hf://org/data", **settings).communicate()
    assert "60 files" in out, err
    assert {name: (target / name).read_bytes() for name in whole(target)} == FILES
    assert len(json.loads((target / ".trainyard" / "manifest.json").read_text())["files"]) == len(FILES)
    resolved = [path for method, path, _ in hub.requests[before:] if "/resolve/" in path]
    assert len(resolved) <= len(FILES) - kept + 2, "what was whole is not fetched again"


def test_killed_at_nine_tenths_of_a_large_file_little_is_fetched_again(start, target, web):
    """INIT-78"""
    web.files["/big"] = BIG
    web.pace = (500_000, 0.01)
    program = start(f"{web.address}/big")
    until(lambda: begun(target) > 18_000_000, program)
    program.send_signal(signal.SIGKILL)
    program.wait()
    web.pace = None
    time.sleep(0.1)
    web.sent = 0
    _, err = start(f"{web.address}/big").communicate()
    assert (target / "big").read_bytes() == BIG, err
    assert web.sent <= 0.15 * len(BIG)


def test_a_stop_keeps_what_was_fetched_and_says_so_by_its_code(start, target, web):
    """INIT-78"""
    web.files["/big"] = BIG
    web.pace = (100_000, 0.05)
    program = start(f"{web.address}/big")
    until(lambda: begun(target) > 0, program)
    program.terminate()
    _, err = program.communicate(timeout=20)
    assert program.returncode == 143
    assert "stopped" in err
    assert begun(target) > 0
    assert not (target / ".trainyard" / "manifest.json").exists()


def test_a_line_a_second_says_how_far_it_is(start, web):
    """INIT-77"""
    web.files["/big"] = BIG
    web.pace = (1_000_000, 0.12)
    out, err = start(f"{web.address}/big").communicate()
    lines = [line for line in out.splitlines() if "%" in line]
    assert 1 <= len(lines), out + err
    assert all(line.startswith("fetched ") and " of 19.1 MiB, 0 of 1 files, " in line for line in lines)
