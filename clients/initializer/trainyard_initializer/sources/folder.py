"""`file://` and `pvc://`: folders that are mounted already."""

import os
import stat
import urllib.parse

from trainyard_initializer.content import Entry, Listing
from trainyard_initializer.failure import ExitCode, Failure
from trainyard_initializer.output import FolderWriter
from trainyard_initializer.part import changed
from trainyard_initializer.sources import Source, require_files
from trainyard_initializer.tree import kind_of, tree

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
        self._root = self._mount = _path_of(uri)

    def list(self):
        root = os.path.realpath(self._root)
        if self._settings.uri.scheme == "pvc":
            self._require_claim(root)
        try:
            status = os.stat(root)
        except (FileNotFoundError, NotADirectoryError):
            raise Failure(
                ExitCode.NOT_FOUND,
                f"{self._settings.uri}: there is no {self._root}; look at the path, and whether its volume is mounted in the initializer",
            ) from None
        except PermissionError as error:
            raise Failure(ExitCode.DENIED, f"{self._settings.uri}: {error.filename} must not be read by the user of this program") from None
        except OSError as error:
            raise Failure(ExitCode.CONFIGURATION, f"{self._settings.uri} is no path that can be followed ({error.strerror}); look at it") from None
        if stat.S_ISDIR(status.st_mode):
            return self._all_below(root)
        if not stat.S_ISREG(status.st_mode):
            raise Failure(ExitCode.CONFIGURATION, f"{self._settings.uri}: {self._root} is {kind_of(status)}; name a folder or a file")
        name = os.path.basename(self._root.rstrip("/"))
        taken = [_entry(name, root, status)] if self._settings.selection.takes(name) else []
        return Listing.of(require_files(taken, self._settings.uri, "the volume"))

    def _all_below(self, root):
        # A target below the source is not copied into itself.
        found = tree(root, self._bound(root), without=os.path.realpath(self._settings.target))
        selection = self._settings.selection
        omissions = [each for each in found.omissions if not selection.ignores(each.path)]
        for each in omissions:
            if each.code and selection.may_take(each.path) and not (self._is_only_mounted and each.code == ExitCode.DENIED):
                raise Failure(
                    each.code,
                    f"{self._settings.uri} holds {each}, so files would be missing; mend it, name the folder where the files lie,"
                    + (" set PVC_COPY to true, which follows links within the claim," if self._is_only_mounted else "")
                    + " or leave it out with IGNORE_PATTERNS",
                )
        taken = [_entry(path, os.path.join(root, path), status) for path, status in found.files if selection.takes(path)]
        return Listing.of(require_files(taken, self._settings.uri, "the volume"), omissions)

    @property
    def _is_only_mounted(self):
        """Whether the trainer sees this folder of a claim itself, and nothing beside it; as another user than this program's, perhaps."""
        return self._settings.uri.scheme == "pvc" and not self._settings.copies_claims

    def _bound(self, root):
        if self._settings.uri.scheme == "file":
            return "/"
        return root if self._is_only_mounted else os.path.realpath(self._mount)

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

    def fetch(self, entry, part):
        try:
            with open(entry.key, "rb", buffering=0) as stream:
                stream.seek(part.size)
                while chunk := stream.read(_CHUNK):
                    part.append(chunk)
            found = os.stat(entry.key)
        except FileNotFoundError:
            raise changed(entry) from None
        if _identity(found) != entry.identity or part.size != found.st_size:
            part.restart()
            raise changed(entry)


def create(settings):
    return FolderSource(settings)


def _entry(path, file, status):
    return Entry(path, file, status.st_size, _identity(status))


def _identity(status):
    return f"{status.st_ino}-{status.st_mtime_ns}"


def _path_of(uri):
    """The path that a `file://` address means."""
    if uri.authority not in ("", "localhost"):
        raise Failure(
            ExitCode.CONFIGURATION,
            f"{uri} names a machine, {uri.authority}; a path in the pod has three slashes: file:///{uri.authority}/{uri.path}",
        )
    path = urllib.parse.unquote(uri.path, errors="surrogateescape")
    if "\0" in path:
        raise Failure(ExitCode.CONFIGURATION, f"{uri} holds %00, which no path does")
    return "/" + path.lstrip("/")


def writer(uri, environment):
    """A folder of this pod as the place for results. The claim or the folder must be there: a new one in the container would be lost."""
    if uri.scheme == "file":
        return FolderWriter(_path_of(uri))
    mount = os.path.join(environment.get("PVC_ROOT") or "/mnt/pvc", uri.authority)
    folder = os.path.join(mount, *filter(None, uri.path.split("/")))
    if os.path.commonpath([os.path.normpath(folder), mount]) != mount:
        raise Failure(ExitCode.CONFIGURATION, f"{uri} leads out of the claim; name a path in it")
    if not os.path.isdir(mount):
        raise Failure(ExitCode.NOT_FOUND, f"{uri}: the claim {uri.authority} is not mounted at {mount}; mount it there in the output step")
    return FolderWriter(folder)
