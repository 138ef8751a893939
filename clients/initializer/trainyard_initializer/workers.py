"""Processes that fetch parts, so that checksums and copies use all processors: threads of one Python wait for each other too often."""

import contextlib
import ctypes
import gc
import itertools
import mmap
import os
import selectors
import signal
import sys
import threading
import time
from collections import deque

from trainyard_initializer import processors
from trainyard_initializer.failure import ExitCode, Failure, Stopped, fault
from trainyard_initializer.fetcher import Fetcher

# Each has about 10 MiB of its own.
_MOST = 4
# For less, threads are as quick.
_FEWEST_FILES = 200
_FEWEST_BYTES = 256 << 20
_LONGEST_BATCH = 8
_LARGEST_BATCH = 8 << 20
_TICK_SECONDS = 0.25
_COUNTER = 8
_PR_SET_PDEATHSIG = 1


def count_of(settings, source, available):
    """How many processes are of use on so many processors; 0 where threads do it, and where the system cannot end processes with another."""
    count = settings.processes or min(available, _MOST)
    count = min(count, settings.concurrency)
    return count if count > 1 and source.may_fork and not settings.unpack and sys.platform == "linux" else 0


def batch(waiting, slots):
    """Takes from the left what one of the slots gets at once: several small files, but one at a time near the end, when nobody shall be idle."""
    taken, size = [], 0
    most = min(_LONGEST_BATCH, len(waiting) // (4 * slots))
    while waiting and (not taken or (len(taken) < most and size + (waiting[0].size or 0) <= _LARGEST_BATCH)):
        entry = waiting.popleft()
        taken.append(entry)
        size += entry.size or 0
    return taken


class Workers:
    """They are copies of this process, so it must not have threads or connections yet when it makes them. They write parts and nothing else, and each may be
    killed at any moment: this process alone keeps the journal, and they end with it."""

    def __init__(self, source, settings):
        self._is_asked_for = settings.processes > 1
        self._processes = []
        self._slots = []
        count = count_of(settings, source, processors.available())
        if not count:
            return
        # What is there now is never collected, so that its memory stays shared.
        gc.freeze()
        counters = memoryview(mmap.mmap(-1, _COUNTER * settings.concurrency)).cast("q")
        try:
            started = [self._start(source, settings, [counters[slot : slot + 1] for slot in range(index, settings.concurrency, count)]) for index in range(count)]
        except OSError:
            # So many processes are not allowed: threads need none.
            self.close()
            return
        # In turn, so that few files go to several processes, too.
        self._slots = [slot for turn in itertools.zip_longest(*started) for slot in turn if slot]

    def _start(self, source, settings, counters):
        # Loaded only where it is needed: that takes longer than many a small fetch.
        import multiprocessing  # pylint: disable=import-outside-toplevel

        context = multiprocessing.get_context("fork")
        pipes = [context.Pipe() for _ in counters]
        theirs = [(end, counter) for (_, end), counter in zip(pipes, counters)]
        process = context.Process(target=_serve, args=(source, settings, theirs, os.getpid()))
        process.start()
        self._processes.append(process)
        # Only the process itself has its ends, so that they are closed when it is killed.
        for end, _ in theirs:
            end.close()
        return [_Slot(end, counter) for (end, _), counter in zip(pipes, counters)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends them at once; what they have written stays."""
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()
        for slot in self._slots:
            slot.connection.close()
        self._processes, self._slots = [], []

    def are_worth_it(self, entries):
        if not self._slots or len(entries) < 2:
            return False
        return self._is_asked_for or len(entries) >= _FEWEST_FILES or sum(entry.size or 0 for entry in entries) >= _FEWEST_BYTES

    def fetch(self, entries, part_of, progress):
        """Gives each entry when its part is whole, and raises what ends the fetch. `part_of` names the file of an entry's part. All end with it."""
        waiting = deque(entries)
        idle = self._slots[::-1]
        with contextlib.closing(self), selectors.DefaultSelector() as selector:
            for slot in idle:
                selector.register(slot.connection, selectors.EVENT_READ, slot)
            while True:
                while waiting and idle:
                    idle.pop().give(batch(waiting, len(self._slots)), part_of)
                if not any(slot.batch for slot in self._slots):
                    break
                for key, _ in selector.select(_TICK_SECONDS):
                    slot = key.data
                    given, answer = slot.take()
                    if answer is None:
                        selector.unregister(slot.connection)
                        self._lose(slot, idle, progress)
                        waiting.extendleft(reversed(given))
                        continue
                    idle.append(slot)
                    whole, problem = answer
                    yield from given[:whole]
                    if problem:
                        raise problem
                progress.add(sum(slot.counted() for slot in self._slots))
                if progress.is_stopped:
                    raise Stopped()
            if waiting:
                raise Failure(
                    ExitCode.FAULT,
                    "the processes that fetch were killed; look whether the container needs a higher limit of memory."
                    " What was fetched stays for the next start",
                )

    def _lose(self, slot, idle, progress):
        """Its process was killed; the others take over what it had."""
        self._slots.remove(slot)
        if slot in idle:
            idle.remove(slot)
        progress.add(slot.counted())
        slot.connection.close()


class _Slot:
    """This end of a connection to a thread of a process: what that thread has been given, and how many bytes it has fetched."""

    def __init__(self, connection, counter):
        self.connection = connection
        self.batch = []
        self._counter = counter
        self._counted = self._before = 0

    def give(self, entries, part_of):
        self.batch = entries
        self._before = self._counter[0]
        # Where nobody is there any more, the end of the connection is seen by whoever takes the answer.
        with contextlib.suppress(OSError):
            self.connection.send([(entry, part_of(entry)) for entry in entries])

    def take(self):
        """What was given, and the answer: how many of these are whole, and what the next one failed with. None instead of it where the process was killed."""
        given, self.batch = self.batch, []
        try:
            return given, self.connection.recv()
        except (EOFError, OSError):
            # Nobody counts there any more, and whoever fetches these files counts them anew.
            self._counter[0] = self._before
            return given, None

    def counted(self):
        """How many bytes have come since this was asked for the last time."""
        now = self._counter[0]
        more, self._counted = now - self._counted, now
        return more


class _Count:
    """What a process has of the progress. It is killed when it is to stop."""

    is_stopped = False

    def __init__(self, counter):
        self._counter = counter

    def add(self, byte_count):
        self._counter[0] += byte_count

    def sleep(self, seconds):
        time.sleep(seconds)


def _serve(source, settings, ends, parent):
    """All that a process does."""
    for number in (signal.SIGTERM, signal.SIGINT):
        # Whoever stops the program as a whole stops its first process, which ends this one.
        signal.signal(number, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 0)
    _end_with(parent)
    threads = [threading.Thread(target=_answer, args=(end, Fetcher(source, settings, _Count(counter)))) for end, counter in ends]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _end_with(parent):
    """Killed together with it, however it ends: its next start must be alone with the parts."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(ExitCode.STOPPED)


def _answer(connection, fetcher):
    # Closed when nothing is left to do.
    with contextlib.suppress(EOFError, OSError):
        while True:
            connection.send(_fetched(fetcher, connection.recv()))


def _fetched(fetcher, given):
    for whole, (entry, path) in enumerate(given):
        try:
            fetcher.fetch(entry, path)
        except BaseException as problem:  # pylint: disable=broad-except
            return whole, _sendable(problem)
    return len(given), None


def _sendable(problem):
    """The same in a form that another process can read."""
    if isinstance(problem, Failure):
        return problem
    if isinstance(problem, OSError) and problem.errno:
        return OSError(problem.errno, problem.strerror, problem.filename)
    return fault(problem)
