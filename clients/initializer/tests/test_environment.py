"""INIT-90, INIT-92: the environment that local runs share is made once, and is locked as long as somebody runs in it."""

import fcntl
import shutil

import pytest

from trainyard_initializer import environment


class Silence:
    def say(self, line):
        pass


@pytest.fixture(name="commands")
def fixture_commands(monkeypatch):
    seen = []
    monkeypatch.setattr(environment, "_run", seen.append)
    return seen


def test_it_is_made_once(tmp_path, commands):
    first = environment._prepared(str(tmp_path), Silence())
    second = environment._prepared(str(tmp_path), Silence())

    assert first == second
    assert len(commands) == 2


@pytest.mark.usefixtures("commands")
def test_nobody_removes_it_while_a_program_runs_in_it(tmp_path):
    environment._prepared(str(tmp_path), Silence())

    (place,) = tmp_path.iterdir()
    with open(place / "lock", "a", encoding="ascii") as lock, pytest.raises(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_it_is_made_again_when_it_was_removed(tmp_path, commands):
    environment._prepared(str(tmp_path), Silence())
    (place,) = tmp_path.iterdir()
    shutil.rmtree(place)

    environment._prepared(str(tmp_path), Silence())

    assert len(commands) == 4
