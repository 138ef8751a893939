"""The folder that is filled. Files appear in it whole or not at all; what is in the making lies in `.trainyard`, with the marker that is written last."""

import ctypes
import errno
import hashlib
import json
import os
import shutil
import stat
import threading
from dataclasses import dataclass

from trainyard_initializer.failure import ExitCode, Failure

OWN = ".trainyard"
_LONGEST_NAME = 255
_NO_LINK = (errno.EXDEV, errno.EPERM, errno.EMLINK, errno.EOPNOTSUPP, errno.ENOSYS)


@dataclass(frozen=True, slots=True)
class Stored:
    """A file that lies in the target as a whole. `archive` names the archive of the source that it was unpacked from."""

    path: str
    size: int
    identity: str
    modified: int
    archive: str = ""

    @property
    def document(self):
        """As the journal and the marker hold it."""
        return {name: getattr(self, name) for name in self.__slots__}


def safe(path):
    """The path below a target that a name in the source stands for; fails for one that would leave the target."""
    parts = [part for part in path.split("/") if part]
    problem = None
    if not parts or path.startswith("/"):
        problem = "is absolute" if parts else "names no file"
    elif any(part in ("..", ".") for part in parts):
        problem = "contains . or .. as a folder"
    elif "\\" in path or "\0" in path or (len(parts[0]) > 1 and parts[0][1] == ":"):
        problem = "holds a backslash, a drive or a zero character"
    elif parts[0] == OWN:
        problem = f"lies in {OWN}, which belongs to the initializer"
    elif any(len(part.encode("utf-8", "surrogateescape")) > _LONGEST_NAME for part in parts):
        problem = "has a name of more than 255 bytes"
    if problem:
        raise Failure(
            ExitCode.CONFIGURATION,
            f'the source holds "{path}", which {problem}, so it has no place in the target; rename it there, or leave it out with IGNORE_PATTERNS',
        )
    return "/".join(parts)


class Target:
    """One folder. Methods may be called by several threads, but for `begin` and `finish`."""

    def __init__(self, folder, mode=0o644):
        self.folder = os.path.abspath(folder)
        self._own = os.path.join(self.folder, OWN)
        self._temporary = os.path.join(self._own, "tmp")
        self._journal = os.path.join(self._own, "journal")
        self._manifest = os.path.join(self._own, "manifest.json")
        self._lock = threading.Lock()
        self._lines = None
        self._folders = set()
        self._file_mode = mode
        self._folder_mode = 0o755

    def open(self):
        """Makes the folder and what it needs."""
        os.makedirs(self.folder, exist_ok=True)
        # A volume with a group of its own (fsGroup) is shared by members of that group.
        if os.stat(self.folder).st_mode & stat.S_ISGID:
            self._file_mode |= (self._file_mode & 0o200) >> 3
            self._folder_mode = 0o2775
        os.makedirs(self._temporary, exist_ok=True)
        self.folder = os.path.realpath(self.folder)

    # What is there already

    def manifest(self):
        """What the marker says, or None where there is none."""
        try:
            with open(self._manifest, encoding="utf-8") as stream:
                document = json.load(stream)
            return document if isinstance(document.get("files"), list) else None
        except (OSError, ValueError, AttributeError):
            return None

    def stored(self):
        """The files that the marker names."""
        return [Stored(**file) for file in (self.manifest() or {"files": []})["files"]]

    def kept(self, entries):
        """The files of these entries that need not be fetched, by the path of the entry."""
        stored = {}
        for each in self.stored() + self._of_journal(entries):
            stored.setdefault(each.archive or each.path, []).append(each)
        kept = {}
        for entry in entries:
            files = stored.get(entry.path)
            # An archive goes when all that it holds is here.
            if files and entry.identity and not self.begun(entry) and all(each.identity == entry.identity and self.holds(each) for each in files):
                kept[entry.path] = files
        return kept

    def holds(self, stored):
        """Whether a file is still the one that was put here."""
        try:
            found = os.stat(os.path.join(self.folder, stored.path), follow_symlinks=False)
        except OSError:
            return False
        return stat.S_ISREG(found.st_mode) and found.st_size == stored.size and found.st_mtime_ns == stored.modified

    def _of_journal(self, entries):
        """Files of an earlier start. After a crash of the machine only those whose content is what their checksum says."""
        found = []
        same_boot = False
        try:
            with open(self._journal, encoding="utf-8") as stream:
                for line in stream:
                    try:
                        document = json.loads(line)
                    except ValueError:
                        continue  # The last line of a program that was killed.
                    if "boot" in document:
                        same_boot = document["boot"] == _boot()
                    else:
                        found.append((same_boot, Stored(**document)))
        except OSError:
            return []
        checksums = {entry.path: entry.checksum for entry in entries}
        return [
            each
            for trusted, each in {each.path: (trusted, each) for trusted, each in found}.values()
            if trusted or (not each.archive and self._is_whole(each, checksums.get(each.path)))
        ]

    def _is_whole(self, stored, checksum):
        return checksum is not None and self.holds(stored) and checksum.fits(os.path.join(self.folder, stored.path))

    # What is made

    def begin(self, kept):
        """The content of the target is about to change: nobody may take it for whole."""
        _remove(self._manifest)
        fresh = self._journal + ".new"
        with open(fresh, "w", encoding="utf-8") as stream:
            stream.write(json.dumps({"boot": _boot()}) + "\n")
            for files in kept.values():
                for each in files:
                    stream.write(json.dumps(each.document) + "\n")
        os.replace(fresh, self._journal)
        self._lines = open(self._journal, "a", encoding="utf-8", buffering=1)

    def part(self, entry):
        """Where a file is made. Another content of the same name is made elsewhere."""
        name = hashlib.sha256(f"{entry.path}\0{entry.size}\0{entry.identity}".encode("utf-8", "surrogateescape")).hexdigest()
        return os.path.join(self._temporary, name[:32])

    def begun(self, entry):
        """How many bytes of a file an earlier start has left."""
        try:
            return os.stat(self.part(entry)).st_size
        except FileNotFoundError:
            return 0

    def scratch(self, name):
        """A folder for what a source makes by itself; it goes with the parts."""
        folder = os.path.join(self._temporary, name)
        os.makedirs(folder, exist_ok=True)
        return folder

    def put(self, part, path, identity, archive=""):
        """Gives a finished file its name. It replaces one that has the name."""
        final = os.path.join(self.folder, safe(path))
        parent = os.path.dirname(final)
        with self._lock:
            if parent not in self._folders:
                self._make(parent)
                self._folders.add(parent)
        found = os.stat(part)
        if stat.S_IMODE(found.st_mode) != self._file_mode:
            os.chmod(part, self._file_mode)
        stored = Stored(path, found.st_size, identity, found.st_mtime_ns, archive)
        # First the line: a program that is killed now finds no such file in its next start, and still has the part.
        with self._lock:
            self._lines.write(json.dumps(stored.document) + "\n")
        try:
            os.replace(part, final)
        except IsADirectoryError:
            raise Failure(
                ExitCode.CONFIGURATION,
                f'the target already has a folder "{path}", and the source a file of that name; rename one of them, or empty the target',
            ) from None
        return stored

    def _make(self, folder):
        """Makes a folder of the target, never through a link that leads out of it."""
        relative = os.path.relpath(folder, self.folder)
        current = self.folder
        for part in [] if relative == "." else relative.split(os.sep):
            current = os.path.join(current, part)
            try:
                os.mkdir(current, self._folder_mode)
                os.chmod(current, self._folder_mode)
            except FileExistsError:
                if not stat.S_ISDIR(os.lstat(current).st_mode):
                    raise Failure(
                        ExitCode.CONFIGURATION,
                        f"{current} is not a folder but a file or a link, and the source has files below that name; remove it from the target",
                    ) from None

    def require_space(self, needed):
        """Fails early where the rest of a fetch cannot fit."""
        disk = os.statvfs(self.folder)
        free = disk.f_bavail * disk.f_frsize
        if needed > free:
            raise Failure(
                ExitCode.NO_SPACE,
                f"{needed:,} more bytes are needed in {self.folder}, and {free:,} are free; ask for a larger claim,"
                " or fetch less (ALLOW_PATTERNS, IGNORE_PATTERNS)",
            )

    def finish(self, source, revision, selection, files):
        """Everything is there: the marker, after the file system has written all of it."""
        if self._lines:
            self._lines.close()
        _write_out(self.folder)
        fresh = self._manifest + ".new"
        with open(fresh, "w", encoding="utf-8") as stream:
            json.dump(
                {"source": source, "revision": revision, "selection": selection, "files": [each.document for each in files]},
                stream,
                indent=0,
            )
            stream.write("\n")
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(fresh, self._manifest)
        _remove(self._journal)
        shutil.rmtree(self._temporary, ignore_errors=True)


def duplicate(file, fresh):
    """Gives a file one more name, or a copy where the file system can have no more. A file that has the name goes."""
    _remove(fresh)
    try:
        os.link(file, fresh)
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
        shutil.copyfile(file, fresh)


def _boot():
    """A name for the time since the machine started; empty where the system has none."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as stream:
            return stream.read().strip()
    except OSError:
        return ""


def _write_out(folder):
    """Returns when everything in the file system of a folder is on its disk. Other file systems, which may be busy, are not waited for."""
    syncfs = getattr(ctypes.CDLL(None, use_errno=True), "syncfs", None)
    if syncfs is None:
        os.sync()
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if syncfs(descriptor) != 0:
            error = ctypes.get_errno()
            raise OSError(error, os.strerror(error), folder)
    finally:
        os.close(descriptor)


def _remove(file):
    try:
        os.remove(file)
    except FileNotFoundError:
        pass
