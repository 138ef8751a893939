"""The way back: what training leaves behind goes to a bucket or a claim."""

import os
import shutil
from dataclasses import dataclass

from trainyard_initializer.failure import ExitCode, Failure
from trainyard_initializer.progress import amount
from trainyard_initializer.settings import first
from trainyard_initializer.target import OWN
from trainyard_initializer.uri import StorageUri

_WRITABLE = ("s3", "gs", "pvc", "file")


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
        """Sends all files; a store shows each of them only when it is whole. Gives what to say at the end."""
        files = self._files()
        store = module.writer(self.uri, self.environment)
        progress.verb = "sent"
        progress.expect(sum(size for _, size in files), len(files))
        for path, size in files:
            if progress.is_stopped:
                raise Failure(ExitCode.STOPPED, "stopped; the files that were sent stay where they are")
            store.send(os.path.join(self.folder, path), path)
            progress.add(size)
            progress.done()
        return f"sent {self.folder} to {self.uri}: {len(files):,} files, {amount(sum(size for _, size in files))}"

    def _files(self):
        if not os.path.isdir(self.folder):
            raise Failure(ExitCode.NOT_FOUND, f"there is no folder {self.folder}; set OUTPUT_PATH to the folder that the training program writes to")
        found = []
        for folder, folders, files in os.walk(self.folder):
            folders[:] = sorted(name for name in folders if name != OWN)
            for name in sorted(files):
                path = os.path.join(folder, name)
                if not os.path.islink(path):
                    found.append((os.path.relpath(path, self.folder), os.path.getsize(path)))
        if not found:
            raise Failure(ExitCode.NOTHING_MATCHED, f"{self.folder} holds no files; set OUTPUT_PATH to the folder that the training program writes to")
        return found


class FolderWriter:
    """Copies into a mounted folder; each file appears as a whole."""

    def __init__(self, folder):
        self._folder = folder

    def send(self, file, path):
        final = os.path.join(self._folder, path)
        os.makedirs(os.path.dirname(final), exist_ok=True)
        part = final + ".part"
        shutil.copyfile(file, part)
        os.replace(part, final)
