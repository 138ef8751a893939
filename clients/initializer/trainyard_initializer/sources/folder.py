"""`file://` and `pvc://`: folders that are mounted already."""

import os
import stat

from trainyard_initializer.content import Entry, Listing
from trainyard_initializer.failure import ExitCode, Failure
from trainyard_initializer.output import FolderWriter
from trainyard_initializer.part import changed
from trainyard_initializer.sources import Source, require_files
from trainyard_initializer.target import OWN

# Small enough that the memory of one piece is used again for the next.
_CHUNK = 1 << 17


class FolderSource(Source):
    """A folder, or a single file."""

    def __init__(self, settings):
        self._settings = settings
        uri = settings.uri
        if uri.scheme == "pvc":
            self._mount = os.path.join(settings.environment.get("PVC_ROOT") or "/mnt/pvc", uri.authority)
            self._root = os.path.join(self._mount, *filter(None, uri.path.split("/")))
            return
        if uri.authority not in ("", "localhost"):
            raise Failure(
                ExitCode.CONFIGURATION,
                f"{uri} names a machine, {uri.authority}; a path in the pod has three slashes: file:///{uri.authority}/{uri.path}",
            )
        self._root = self._mount = "/" + uri.path.lstrip("/")

    def list(self):
        root = os.path.realpath(self._root)
        if self._settings.uri.scheme == "pvc":
            self._require_claim(root)
        try:
            if os.path.isdir(root):
                found = [self._entry(path, os.path.relpath(path, root)) for path in self._walk(root)]
            else:
                found = [self._entry(root, os.path.basename(self._root))]
        except FileNotFoundError:
            raise Failure(
                ExitCode.NOT_FOUND,
                f"{self._settings.uri}: there is no {self._root}; look at the path, and whether its volume is mounted in the initializer",
            ) from None
        except PermissionError as error:
            raise Failure(ExitCode.DENIED, f"{self._settings.uri}: {error.filename} must not be read by the user of this program") from None
        taken = [entry for entry in found if self._settings.selection.takes(entry.path)]
        return Listing.of(require_files(taken, self._settings.uri, "the volume"))

    def _require_claim(self, root):
        mount = os.path.realpath(self._mount)
        if not os.path.isdir(mount):
            raise Failure(
                ExitCode.NOT_FOUND,
                f"{self._settings.uri}: the claim {self._settings.uri.authority} is not mounted at {self._mount};"
                " mount it there in the runtime's initializer, read-only",
            )
        if os.path.commonpath([root, mount]) != mount:
            raise Failure(ExitCode.CONFIGURATION, f"{self._settings.uri} leads out of the claim; name a path in it")

    def _walk(self, root):
        target = os.path.realpath(self._settings.target)

        def fail(error):
            raise error

        for folder, folders, files in os.walk(root, onerror=fail):
            # Mounted ConfigMaps keep their files in folders with two dots, which visible names link to. A target below the source is not copied into itself.
            folders[:] = sorted(name for name in folders if not name.startswith("..") and name != OWN and os.path.join(folder, name) != target)
            for name in sorted(files):
                path = os.path.join(folder, name)
                if os.path.commonpath([os.path.realpath(path), root]) != root:
                    raise Failure(
                        ExitCode.CONFIGURATION,
                        f"{path} is a link that leads out of {self._root}; replace it by the file itself, or name the folder where the file lies",
                    )
                if stat.S_ISREG(os.stat(path).st_mode):
                    yield path

    @staticmethod
    def _entry(path, relative):
        found = os.stat(path)
        return Entry(relative, path, found.st_size, f"{found.st_ino}-{found.st_mtime_ns}")

    def fetch(self, entry, part):
        try:
            with open(entry.key, "rb", buffering=0) as stream:
                stream.seek(part.size)
                while chunk := stream.read(_CHUNK):
                    part.append(chunk)
            found = os.stat(entry.key)
        except FileNotFoundError:
            raise changed(entry) from None
        if f"{found.st_ino}-{found.st_mtime_ns}" != entry.identity or part.size != found.st_size:
            part.restart()
            raise changed(entry)


def create(settings):
    return FolderSource(settings)


def writer(uri, environment):
    """A folder of this pod as the place for results. The claim or the folder must be there: a new one in the container would be lost."""
    mount = os.path.join(environment.get("PVC_ROOT") or "/mnt/pvc", uri.authority) if uri.scheme == "pvc" else "/"
    folder = os.path.join(mount, *filter(None, uri.path.split("/")))
    if os.path.commonpath([os.path.normpath(folder), mount]) != mount:
        raise Failure(ExitCode.CONFIGURATION, f"{uri} leads out of the claim; name a path in it")
    if not os.path.isdir(mount):
        raise Failure(ExitCode.NOT_FOUND, f"{uri}: the claim {uri.authority} is not mounted at {mount}; mount it there in the output step")
    return FolderWriter(folder)
