"""Unpacks archives into the target. They may come from anybody, so only plain files and folders below
the target are made, and no more than is allowed."""

import lzma
import os
import stat
import tarfile
import zipfile
import zlib

from trainyard_initializer.archive_links import Astray, Link, followed
from trainyard_initializer.failure import ExitCode, Failure
from trainyard_initializer.target import duplicate, safe

_GIB = 1 << 30
_LONGEST_PATH = 4096
_PACK_AGAIN = "pack it again with the files that are meant (tar --dereference), or set UNPACK=false"
# Among them a ZIP archive with a password, and one that was packed in a way that Python does not know.
_UNREADABLE = (tarfile.TarError, zipfile.BadZipFile, EOFError, zlib.error, lzma.LZMAError, RuntimeError, OSError)
_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")


def is_archive(path):
    return path.lower().endswith(_TAR + (".zip",))


def unpack(part, entry, target, settings):
    """Puts what an archive holds where the archive would lie; gives the files. The archive itself does not stay."""
    files, folders, links = {}, set(), {}
    scratch = part + ".member"
    room = _Room(entry, settings)

    def put(name):
        folder = os.path.dirname(entry.path)
        return target.put(scratch, safe(f"{folder}/{name}" if folder else name), entry.identity, entry.path)

    try:
        for name, stream in _members(part, entry):
            room.take_member()
            if isinstance(stream, Link):
                links[name] = stream
            elif stream is None:
                folders.add(name)
            else:
                with open(scratch, "wb") as file:
                    while block := stream.read(1 << 20):
                        room.take_bytes(len(block))
                        file.write(block)
                files[name] = put(name)
        copies = {}
        for path, original in followed(links, files, folders):
            room.take_member()
            if original is not None:
                room.take_bytes(files[original].size)
                duplicate(os.path.join(target.folder, files[original].path), scratch)
                copies[path] = put(path)
    except Failure:
        if os.path.exists(scratch):
            os.remove(scratch)
        raise
    except Astray as astray:
        name, reason = astray.args
        raise Failure(ExitCode.CONFIGURATION, f'the archive {entry.key} holds "{name}", {reason}; {_PACK_AGAIN}') from None
    except _UNREADABLE as error:
        if isinstance(error, OSError) and error.errno:
            raise  # Of the disk.
        raise Failure(ExitCode.DIFFERENT_CONTENT, f"{entry.key} is not a readable archive ({error}); set UNPACK=false to get it as it is") from error
    os.remove(part)
    if not files:
        raise Failure(ExitCode.NOTHING_MATCHED, f"the archive {entry.key} holds no files")
    return list((files | copies).values())


class _Room:
    """What one archive may still take of the volume."""

    def __init__(self, entry, settings):
        self._entry = entry
        self._settings = settings
        self._members = settings.unpack_max_members
        self._bytes = settings.unpack_max_gib * _GIB

    def take_member(self):
        self._members -= 1
        self._require()

    def take_bytes(self, count):
        self._bytes -= count
        self._require()

    def _require(self):
        if self._members < 0 or self._bytes < 0:
            raise Failure(
                ExitCode.CONFIGURATION,
                f"the archive {self._entry.key} holds more than {self._settings.unpack_max_gib} GiB or {self._settings.unpack_max_members} files and"
                " folders; if that is right, raise UNPACK_MAX_GIB or UNPACK_MAX_MEMBERS, else set UNPACK=false",
            )


def _members(part, entry):
    """Names, and streams of what they hold; None for a folder, a Link for a link."""
    if entry.path.lower().endswith(".zip"):
        with zipfile.ZipFile(part) as archive:
            for member in archive.infolist():
                mode = stat.S_IFMT(member.external_attr >> 16)
                name = _inside(entry, member.filename)
                if member.is_dir():
                    yield name, None
                elif mode and not stat.S_ISREG(mode) and not stat.S_ISLNK(mode):
                    raise _no_plain_file(entry, name)
                else:
                    with archive.open(member) as stream:
                        yield name, Link(stream.read(_LONGEST_PATH).decode("utf-8", "surrogateescape")) if stat.S_ISLNK(mode) else stream
        return
    with tarfile.open(part) as archive:
        for member in archive:
            if member.name in (".", "./"):
                # Some archives begin with an entry for the folder itself.
                yield "", None
                continue
            name = _inside(entry, member.name.removeprefix("./"))
            if member.isdir():
                yield name, None
            elif member.isreg():
                yield name, archive.extractfile(member)
            elif member.issym() or member.islnk():
                yield name, Link(member.linkname, member.islnk())
            else:
                raise _no_plain_file(entry, name)
        # The checksum of what was compressed comes after the last member.
        while archive.fileobj.read(1 << 20):
            pass


def _inside(entry, name):
    try:
        return safe(name)
    except Failure as failure:
        raise Failure(failure.code, f"archive {entry.key}: {failure.sentence}") from None


def _no_plain_file(entry, name):
    return Failure(ExitCode.CONFIGURATION, f'the archive {entry.key} holds "{name}", which is a device or a pipe; {_PACK_AGAIN}')
