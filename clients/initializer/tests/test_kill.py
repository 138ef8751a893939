"""A program that is killed loses nothing, and nobody takes what it leaves for whole (INIT-33, INIT-78)."""

import json
import os
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
    return lambda: start("s3://data", **settings)


def test_killed_at_ten_random_moments_no_byte_of_a_bucket_is_fetched_twice(bucket, store, target, moments):
    """INIT-78"""
    before = 0
    for goal in sorted(moments.randrange(SIZE) for _ in range(10)):
        program = bucket()
        until(lambda: store.total >= goal or program.poll() is not None, program)
        program.send_signal(signal.SIGKILL)
        program.wait()
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
