"""The way back: what training leaves behind goes to a bucket or a claim."""

import contextlib
import errno
import hashlib
import os
import shutil
from dataclasses import dataclass

from trainyard_initializer.failure import ExitCode, Failure, disk_failure
from trainyard_initializer.progress import amount
from trainyard_initializer.settings import first
from trainyard_initializer.tree import Omission, listed, tree
from trainyard_initializer.uri import StorageUri

_WRITABLE = ("s3", "gs", "pvc", "file")
_LONGEST_KEY = 1024


@dataclass(frozen=True)
class Job:
    """A folder, and where its files go."""

    uri: StorageUri
    folder: str
    environment: dict

    @staticmethod
    def read(environment):
        uri = StorageUri.parse(environment.get("OUTPUT_URI", ""), "OUTPUT_URI")
        if uri.scheme not in _WRITABLE:
            raise Failure(
                ExitCode.CONFIGURATION,
                f"OUTPUT_URI: nothing can be written to {uri.scheme}://; use one of {', '.join(f'{scheme}://' for scheme in _WRITABLE)}",
            )
        return Job(uri, first(environment, "OUTPUT_PATH") or "/workspace/output", environment)

    def run(self, progress, module):
        """Sends all files; a store shows each of them only when it is whole. Gives what to say at the end, and what was left out."""
        found = self._found()
        store = module.writer(self.uri, self.environment)
        progress.verb = "sent"
        progress.expect(sum(status.st_size for _, status in found.files), len(found.files))
        # One file that cannot be sent keeps no other.
        kept = [each for each in found.omissions if each.code == ExitCode.DENIED]
        remedy = "mend that, and start again"
        for path, status in found.files + [(folder, None) for folder in found.empty]:
            if progress.is_stopped:
                raise Failure(ExitCode.STOPPED, "stopped; the files that were sent stay where they are")
            try:
                if status is None:
                    store.hold(path)
                    continue
                store.send(os.path.join(self.folder, path), path)
            except OSError as error:
                failure = disk_failure(error, str(self.uri)) or Failure(_code_of(error), remedy)
                if failure.code == ExitCode.NO_SPACE:
                    raise failure from error
                kept.append(Omission(path, os.strerror(error.errno) if error.errno else str(error), failure.code))
                remedy = failure.sentence
                continue
            progress.add(status.st_size)
            progress.done()
        if kept:
            raise Failure(kept[0].code, f"sent {progress.files:,} of {len(found.files):,} files to {self.uri}, but not {listed(kept)}; {remedy}")
        return f"sent {self.folder} to {self.uri}: {progress.files:,} files, {amount(progress.bytes)}", found.omissions

    def _found(self):
        if not os.path.isdir(self.folder):
            raise Failure(ExitCode.NOT_FOUND, f"there is no folder {self.folder}; set OUTPUT_PATH to the folder that the training program writes to")
        found = tree(self.folder)
        if not found.files and not any(each.code == ExitCode.DENIED for each in found.omissions):
            raise Failure(
                ExitCode.NOTHING_MATCHED,
                f"{self.folder} holds no files; set OUTPUT_PATH to the folder that the training program writes to",
            )
        return found


def _code_of(error):
    """A file that is gone may be another one in the next start; a folder where the file is to go stays one."""
    return ExitCode.DIFFERENT_CONTENT if isinstance(error, FileNotFoundError) else ExitCode.CONFIGURATION


class BucketWriter:
    """A folder of a bucket as the place for results. The stores say how a file goes there."""

    def __init__(self, uri):
        self._bucket = uri.authority
        self._prefix = uri.path.strip("/")

    def hold(self, path):
        """Nothing to do: a bucket has no folders."""

    def send(self, file, path):
        key = f"{self._prefix}/{path}" if self._prefix else path
        try:
            size = len(key.encode("utf-8"))
        except UnicodeEncodeError:
            raise OSError(errno.EILSEQ, "a bucket takes names in UTF-8 only", path) from None
        if size > _LONGEST_KEY:
            raise OSError(errno.ENAMETOOLONG, "a bucket takes names of up to 1,024 bytes", path)
        self._send(file, key)

    def _send(self, file, key):
        raise NotImplementedError


class FolderWriter:
    """Copies into a mounted folder; each file appears as a whole."""

    def __init__(self, folder):
        self._folder = folder

    def hold(self, path):
        """There is a folder of this path."""
        os.makedirs(os.path.join(self._folder, path), exist_ok=True)

    def send(self, file, path):
        final = os.path.join(self._folder, path)
        os.makedirs(os.path.dirname(final), exist_ok=True)
        # No longer than any name may be, and the same in the next start.
        part = os.path.join(os.path.dirname(final), hashlib.sha256(os.fsencode(path)).hexdigest()[:32] + ".part")
        try:
            shutil.copyfile(file, part)
            os.replace(part, final)
        except OSError:
            with contextlib.suppress(OSError):
                os.remove(part)
            raise
