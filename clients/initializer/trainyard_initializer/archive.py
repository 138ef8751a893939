"""Unpacks archives into the target. They may come from anybody, so only plain files and folders below the target are made, and no more than is allowed."""

import os
import stat
import tarfile
import zipfile

from trainyard_initializer.failure import ExitCode, Failure
from trainyard_initializer.target import safe

_GIB = 1 << 30
_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")


def is_archive(path):
    return path.lower().endswith(_TAR + (".zip",))


def unpack(part, entry, target, settings):
    """Puts what an archive holds where the archive would lie; gives the files. The archive itself does not stay."""
    files = []
    folder = os.path.dirname(entry.path)
    scratch = part + ".member"
    left = settings.unpack_max_gib * _GIB
    try:
        for count, (name, stream) in enumerate(_members(part, entry), 1):
            if count > settings.unpack_max_members:
                raise _too_much(entry, settings)
            if stream is None:
                continue
            path = safe(name if not folder else f"{folder}/{name}")
            with open(scratch, "wb") as file:
                while block := stream.read(1 << 20):
                    left -= len(block)
                    if left < 0:
                        raise _too_much(entry, settings)
                    file.write(block)
            files.append(target.put(scratch, path, entry.identity, entry.path))
    except Failure:
        if os.path.exists(scratch):
            os.remove(scratch)
        raise
    except (tarfile.TarError, zipfile.BadZipFile, EOFError) as error:
        raise Failure(ExitCode.DIFFERENT_CONTENT, f"{entry.key} is not a readable archive ({error}); set UNPACK=false to get it as it is") from error
    os.remove(part)
    if not files:
        raise Failure(ExitCode.NOTHING_MATCHED, f"the archive {entry.key} holds no files")
    return files


def _too_much(entry, settings):
    return Failure(
        ExitCode.CONFIGURATION,
        f"the archive {entry.key} holds more than {settings.unpack_max_gib} GiB or {settings.unpack_max_members} files and folders;"
        " if that is right, raise UNPACK_MAX_GIB or UNPACK_MAX_MEMBERS, else set UNPACK=false",
    )


def _members(part, entry):
    """Names, and streams of what they hold; None for a folder."""
    if entry.path.lower().endswith(".zip"):
        with zipfile.ZipFile(part) as archive:
            for member in archive.infolist():
                mode = member.external_attr >> 16
                if mode and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode) and stat.S_IFMT(mode):
                    raise _no_plain_file(entry, member.filename)
                _require_inside(entry, member.filename)
                if member.is_dir():
                    yield member.filename, None
                else:
                    with archive.open(member) as stream:
                        yield member.filename, stream
        return
    with tarfile.open(part) as archive:
        for member in archive:
            # Some archives begin with an entry for the folder itself.
            name = member.name.removeprefix("./")
            if member.isdir():
                if name not in ("", "."):
                    _require_inside(entry, name)
                yield name, None
            elif member.isreg():
                _require_inside(entry, name)
                yield name, archive.extractfile(member)
            else:
                raise _no_plain_file(entry, member.name)


def _require_inside(entry, name):
    try:
        safe(name)
    except Failure as failure:
        raise Failure(failure.code, f"archive {entry.key}: {failure.sentence}") from None


def _no_plain_file(entry, name):
    return Failure(
        ExitCode.CONFIGURATION,
        f'the archive {entry.key} holds "{name}", which is a link or a device; pack it again without (tar --dereference), or set UNPACK=false',
    )
