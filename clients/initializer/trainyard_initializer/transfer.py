"""Fetches the files that are missing, several at a time, and tries again what may succeed."""

import random
import threading

from trainyard_initializer import archive
from trainyard_initializer.failure import ExitCode, Failure, Interruption, Stopped, disk_failure
from trainyard_initializer.part import Damage, Part

_LONGEST_PAUSE = 16.0


class Transfer:
    """Moves entries of a source into a target."""

    def __init__(self, source, target, settings, progress):
        self._source = source
        self._target = target
        self._settings = settings
        self._progress = progress
        self._lock = threading.Lock()
        self._files = {}
        self._failure = None

    def run(self, entries):
        """Fetches all; gives the files by path of the entry. The first failure ends everything."""
        waiting = iter(entries)
        count = min(self._settings.concurrency, len(entries))
        threads = [threading.Thread(target=self._work, args=(waiting,), name=f"fetch-{index}", daemon=True) for index in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self._failure:
            raise self._failure
        if self._progress.is_stopped:
            raise Stopped()
        return self._files

    def _work(self, waiting):
        while not self._progress.is_stopped:
            with self._lock:
                entry = next(waiting, None)
            if entry is None:
                return
            try:
                files = self._fetch(entry)
                with self._lock:
                    self._files[entry.path] = files
                self._progress.done()
            except BaseException as failure:  # pylint: disable=broad-except
                self._end(failure)
                return

    def _end(self, failure):
        if isinstance(failure, OSError):
            failure = disk_failure(failure, self._target.folder) or failure
        with self._lock:
            if self._failure is None and not isinstance(failure, Stopped):
                self._failure = failure
        self._progress.stop()

    def _fetch(self, entry):
        attempts = 0
        furthest = reached = 0
        damaged = False
        while True:
            try:
                with Part(self._target.part(entry), entry, self._settings.verify, self._progress) as part:
                    furthest = max(furthest, part.size)
                    try:
                        if not part.is_complete:
                            self._source.fetch(entry, part)
                        part.check()
                    except BaseException:
                        reached = part.size
                        # Counted anew when it is opened again.
                        self._progress.add(-part.size)
                        raise
                return self._store(entry)
            except Interruption as interruption:
                # Only attempts that bring nothing count: a large file may well take more connections than attempts are allowed.
                attempts = 1 if reached > furthest else attempts + 1
                if attempts > self._settings.retries:
                    raise Failure(
                        ExitCode.NETWORK,
                        f"{entry.key} could not be fetched in {attempts} attempts: {interruption}."
                        " Look whether the store is well and can be reached from this pod; what was fetched stays for the next start",
                    ) from interruption
                pause = interruption.retry_after
                if pause is None:
                    pause = min(_LONGEST_PAUSE, 2.0 ** (attempts - 1)) * random.uniform(0.8, 1.2)
                self._progress.sleep(pause)
                if self._progress.is_stopped:
                    raise Stopped() from interruption
            except Damage:
                # Damage on the way is repaired by fetching once more; damage at the source is not.
                if damaged:
                    raise
                damaged = True

    def _store(self, entry):
        part = self._target.part(entry)
        if self._settings.unpack and archive.is_archive(entry.path):
            return archive.unpack(part, entry, self._target)
        return [self._target.put(part, entry.path, entry.identity)]
