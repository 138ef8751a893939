"""Fetches the files that are missing, several at a time."""

import contextlib
import threading

from trainyard_initializer import archive
from trainyard_initializer.failure import Stopped, disk_failure
from trainyard_initializer.fetcher import Fetcher


class Transfer:
    """Moves entries of a source into a target."""

    def __init__(self, source, target, settings, progress, workers):
        self._fetcher = Fetcher(source, settings, progress)
        self._target = target
        self._settings = settings
        self._progress = progress
        self._workers = workers
        self._lock = threading.Lock()
        self._files = {}
        self._failure = None

    def run(self, entries):
        """Fetches all; gives the files by path of the entry. The first failure ends everything."""
        if self._workers.are_worth_it(entries):
            self._run_in_processes(entries)
        else:
            self._run_in_threads(entries)
        if self._failure:
            raise self._failure
        if self._progress.is_stopped:
            raise Stopped()
        return self._files

    def _run_in_processes(self, entries):
        """They make the parts; this one gives them their names."""
        try:
            with contextlib.closing(self._workers.fetch(entries, self._target.part, self._progress)) as whole:
                for entry in whole:
                    self._store(entry)
        except OSError as failure:
            raise disk_failure(failure, self._target.folder) or failure from failure

    def _run_in_threads(self, entries):
        waiting = iter(entries)
        count = min(self._settings.concurrency, len(entries))
        threads = [threading.Thread(target=self._work, args=(waiting,), name=f"fetch-{index}", daemon=True) for index in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _work(self, waiting):
        while not self._progress.is_stopped:
            with self._lock:
                entry = next(waiting, None)
            if entry is None:
                return
            try:
                self._fetcher.fetch(entry, self._target.part(entry))
                self._store(entry)
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

    def _store(self, entry):
        part = self._target.part(entry)
        if self._settings.unpack and archive.is_archive(entry.path):
            files = archive.unpack(part, entry, self._target, self._settings)
        else:
            files = [self._target.put(part, entry.path, entry.identity)]
        with self._lock:
            self._files[entry.path] = files
        self._progress.done()
