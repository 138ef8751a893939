"""A cache that many jobs use at once: what one of them has fetched, the others link to."""

import contextlib
import fcntl
import hashlib
import json
import os

from trainyard_initializer.target import Target, duplicate

READ_ONLY = 0o444


class CacheEntry:
    """The folder of one source, revision and selection."""

    def __init__(self, cache, source, revision, selection):
        key = hashlib.sha256(json.dumps([source, revision, selection]).encode()).hexdigest()[:32]
        self.folder = os.path.join(os.path.abspath(cache), key)
        self._lock = os.path.join(self.folder, "lock")

    @property
    def content(self):
        """The entry's own target."""
        return Target(os.path.join(self.folder, "content"), READ_ONLY)

    @contextlib.contextmanager
    def locked(self, exclusively, progress):
        """Nobody changes the entry meanwhile; exclusively: nobody uses it, either."""
        while True:
            os.makedirs(self.folder, exist_ok=True)
            descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                self._take(descriptor, fcntl.LOCK_EX if exclusively else fcntl.LOCK_SH, progress)
                if not self._is(descriptor):
                    continue  # Somebody cleaned the cache while we waited.
                os.utime(self._lock)
                yield
                return
            finally:
                os.close(descriptor)

    def _take(self, descriptor, operation, progress):
        try:
            fcntl.flock(descriptor, operation | fcntl.LOCK_NB)
        except BlockingIOError:
            progress.wait("waiting for another job, which fetches the same into the cache")
            fcntl.flock(descriptor, operation)
            progress.wait("")

    def _is(self, descriptor):
        try:
            return os.path.samestat(os.fstat(descriptor), os.stat(self._lock))
        except FileNotFoundError:
            return False


def link(content, files, target):
    """Gives the target all files of an entry, without copying them where the file system can do that. Gives the files."""
    scratch = os.path.join(target.scratch("cache"), "link")
    linked = []
    for each in files:
        source = os.path.join(content.folder, each.path)
        duplicate(source, scratch)
        linked.append(target.put(scratch, each.path, each.identity, each.archive))
    return linked
