"""Which processes there are, and what each of them gets (INIT-63b)."""

import errno
import multiprocessing
import pickle
from collections import deque

import pytest

from trainyard_initializer.content import Entry
from trainyard_initializer.failure import ExitCode, Failure
from trainyard_initializer.part import Damage
from trainyard_initializer.processors import limited
from trainyard_initializer.settings import Settings
from trainyard_initializer.sources import Source
from trainyard_initializer.sources.folder import FolderSource
from trainyard_initializer.sources.s3 import S3Source
from trainyard_initializer.workers import Workers, _Slot, _sendable, batch, count_of

MIB = 1 << 20


class Forking(Source):
    may_fork = True


def settings(**variables):
    return Settings.read("dataset", {"STORAGE_URI": "s3://data", **variables})


def entries(count, size):
    return deque(Entry(f"{index}", f"{index}", size) for index in range(count))


@pytest.mark.parametrize(
    "count, quota, expected",
    [
        (8, "max 100000", 8),
        (8, "400000 100000", 4),
        (8, "150000 100000", 2),
        (8, "50000 100000", 1),
        (2, "400000 100000", 2),
        (8, "-1 100000", 8),
        (8, "", 8),
        (8, "100000 0", 8),
    ],
)
def test_a_container_has_as_many_processors_as_its_limit_allows(count, quota, expected):
    """INIT-63b"""
    assert limited(count, quota) == expected


@pytest.mark.parametrize(
    "processors, variables, expected",
    [
        (1, {}, 0),
        (2, {}, 2),
        (64, {}, 4),
        (2, {"DOWNLOAD_PROCESSES": "1"}, 0),
        (1, {"DOWNLOAD_PROCESSES": "6"}, 6),
        (4, {"MAX_CONCURRENCY": "3"}, 3),
        (4, {"MAX_CONCURRENCY": "1"}, 0),
        (4, {"UNPACK": "true"}, 0),
    ],
)
def test_there_are_as_many_processes_as_processors_within_limits(processors, variables, expected):
    """INIT-63b"""
    assert count_of(settings(**variables), Forking(), processors) == expected


def test_only_sources_whose_copies_can_fetch_are_copied():
    """INIT-63b"""
    assert S3Source.may_fork and not FolderSource.may_fork
    assert count_of(settings(), Source(), 4) == 0


def test_small_files_are_given_out_several_at_a_time_and_the_last_ones_one_by_one():
    """INIT-63b"""
    waiting = entries(100, 1000)
    sizes = []
    while waiting:
        sizes.append(len(batch(waiting, 2)))
    assert sizes[:5] == [8] * 5
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-8:] == [1] * 8


def test_large_files_are_given_out_one_at_a_time():
    """INIT-63b"""
    assert len(batch(entries(1000, 5 * MIB), 2)) == 1
    assert len(batch(entries(1000, 50 * MIB), 2)) == 1
    assert len(batch(entries(1000, None), 2)) == 8


def test_without_processes_nothing_is_worth_them():
    """INIT-63b"""
    assert not Workers(Source(), settings()).are_worth_it(entries(1000, MIB))


def test_what_a_killed_process_has_counted_does_not_count():
    """INIT-63b, INIT-77"""
    ours, theirs = multiprocessing.Pipe()
    counter = memoryview(bytearray(8)).cast("q")
    slot = _Slot(ours, counter)
    first, second = entries(2, 100)
    slot.give([first], lambda entry: entry.path)
    assert theirs.recv() == [(first, "0")]
    counter[0] += 100
    theirs.send((1, None))
    assert slot.take() == ([first], (1, None))
    slot.give([second], lambda entry: entry.path)
    counter[0] += 60
    assert slot.counted() == 160
    theirs.close()
    assert slot.take() == ([second], None)
    assert slot.counted() == -60


@pytest.mark.parametrize(
    "problem, expected",
    [
        (Failure(ExitCode.DENIED, "no"), (Failure, ExitCode.DENIED, "no")),
        (Damage(ExitCode.DIFFERENT_CONTENT, "other"), (Damage, ExitCode.DIFFERENT_CONTENT, "other")),
        (ValueError("odd"), (Failure, ExitCode.FAULT, "a fault of the initializer: ValueError: odd; TRAINYARD_DEBUG=1 shows where")),
    ],
)
def test_a_failure_is_the_same_in_another_process(problem, expected):
    """INIT-63b, INIT-75"""
    found = pickle.loads(pickle.dumps(_sendable(problem)))
    assert (type(found), found.code, found.sentence) == expected
    assert bool(found.trace) == isinstance(problem, ValueError)


def test_a_full_disk_is_the_same_in_another_process():
    """INIT-63b, INIT-75"""
    found = pickle.loads(pickle.dumps(_sendable(OSError(errno.ENOSPC, "full", "/target"))))
    assert (found.errno, found.filename) == (errno.ENOSPC, "/target")
