"""A file in the making: it grows, across starts of the program, and is checked before it gets its name."""

import os

from trainyard_initializer.failure import ExitCode, Failure, Interruption, Stopped

_READ = 1 << 20


class Damage(Failure):
    """The bytes are not those that the checksum was made of."""


class Part:
    """One file of the source on its way. Every byte is on the file system when `append` returns, so a kill loses none."""

    def __init__(self, path, entry, verify, progress):
        self.path = path
        self.entry = entry
        self._progress = progress
        self._checksum = entry.checksum if verify else None
        # What goes on without knowing its identity could be half of one content and half of another.
        flags = os.O_RDWR | os.O_CREAT | (0 if entry.identity else os.O_TRUNC)
        self._descriptor = os.open(path, flags, 0o644)
        self.size = os.fstat(self._descriptor).st_size
        self._hasher = None
        self._hashed = 0
        if entry.size is not None and self.size > entry.size:
            self.restart()
        progress.add(self.size)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._descriptor)

    @property
    def is_complete(self):
        return self.entry.size is not None and self.size == self.entry.size

    def restart(self):
        """The source cannot go on where this file ends."""
        os.ftruncate(self._descriptor, 0)
        self._progress.add(-self.size)
        self.size = 0
        self._hasher, self._hashed = None, 0

    def append(self, chunk):
        if self._progress.is_stopped:
            raise Stopped()
        if self._checksum and self._hashed == self.size:
            self._hash(chunk)
        view = memoryview(chunk)
        while view:
            written = os.pwrite(self._descriptor, view, self.size)
            self.size += written
            self._progress.add(written)
            view = view[written:]

    def trust(self):
        """The source says that what it calls a checksum is none."""
        self._checksum = None

    def check(self):
        """Fails unless the content is what the source promised."""
        if self.entry.size is not None and self.size < self.entry.size:
            raise Interruption(f"the connection ended after {self.size:,} of {self.entry.size:,} bytes")
        if self.entry.size is not None and self.size > self.entry.size:
            self.restart()
            raise changed(self.entry)
        if self._checksum and self._digest() != self._checksum.digest:
            self.restart()
            raise Damage(
                ExitCode.DIFFERENT_CONTENT,
                f"{self.entry.key} does not have the checksum {self._checksum}; it was damaged on its way, or the checksum is that of another file."
                " Compare them at the source, and start again",
            )

    def _hash(self, chunk):
        if self._hasher is None:
            self._hasher = self._checksum.hasher(self.entry.size or 0)
        self._hasher.update(chunk)
        self._hashed += len(chunk)

    def _digest(self):
        """Of the whole file: what an earlier start fetched is read again."""
        if self._hashed != self.size or self._hasher is None:
            self._hasher, self._hashed = self._checksum.hasher(self.size), 0
            while chunk := os.pread(self._descriptor, _READ, self._hashed):
                self._hash(chunk)
        return self._hasher.hexdigest()


def changed(entry):
    """The failure for a source that somebody writes to."""
    return Failure(
        ExitCode.DIFFERENT_CONTENT,
        f"{entry.key} changed at the source while it was fetched; start again when nobody writes there any more, or fetch a fixed revision",
    )
