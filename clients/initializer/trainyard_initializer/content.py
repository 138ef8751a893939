"""What a source holds, and how the bytes of a file are checked."""

import hashlib
import re
from dataclasses import dataclass, field

_READ = 1 << 20
_HEX = re.compile(r"[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class Checksum:
    """A digest of a whole file in lower-case hexadecimal digits. The algorithm `git` is that of git's blobs."""

    algorithm: str
    digest: str

    @staticmethod
    def parse(text, separator):
        """`sha256:…` or `sha256=…`; None for what is no checksum of a known algorithm."""
        algorithm, found, digest = text.strip().lower().partition(separator)
        if not found or algorithm not in ("md5", "sha1", "sha256", "sha512"):
            return None
        if len(digest) != 2 * hashlib.new(algorithm).digest_size or not _HEX.fullmatch(digest):
            return None
        return Checksum(algorithm, digest)

    def hasher(self, size):
        """Takes bytes by `update`; `size` is that of the whole file, and only matters to git."""
        if self.algorithm == "git":
            hasher = hashlib.sha1(usedforsecurity=False)
            hasher.update(b"blob %d\0" % size)
            return hasher
        return hashlib.new(self.algorithm, usedforsecurity=False)

    def fits(self, file):
        """Whether a file on the disk has this checksum."""
        with open(file, "rb", buffering=0) as stream:
            hasher = self.hasher(stream.seek(0, 2))
            stream.seek(0)
            while chunk := stream.read(_READ):
                hasher.update(chunk)
        return hasher.hexdigest() == self.digest

    def __str__(self):
        return f"{self.algorithm}:{self.digest}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of a source.

    `path` is where it goes in the target, `key` its name in the source. `size` is None and `identity` empty where the source does not say.
    Two contents of one key never have the same identity.
    """

    path: str
    key: str
    size: int = None
    identity: str = ""
    checksum: Checksum = None


@dataclass(frozen=True)
class Listing:
    """All files of a source that are taken; `revision` is another one whenever one of them is another one. What is no file and is left out is named."""

    revision: str
    entries: list = field(repr=False)
    omissions: list = field(default_factory=list)

    @staticmethod
    def of(entries, omissions=()):
        """A listing whose source has no revisions of its own: a digest stands for it."""
        digest = hashlib.sha256()
        for entry in sorted(entries, key=lambda each: each.path):
            digest.update(f"{entry.path}\0{entry.size}\0{entry.identity}\0".encode("utf-8", "surrogateescape"))
        return Listing(digest.hexdigest(), entries, list(omissions))

    @property
    def bytes(self):
        """How many bytes there are, as far as the source says."""
        return sum(entry.size or 0 for entry in self.entries)
