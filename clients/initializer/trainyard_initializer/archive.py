"""Unpacks archives into the target. They may come from anybody, so only plain files and folders below the target are made."""

import os
import shutil
import stat
import tarfile
import zipfile

from trainyard_initializer.failure import ExitCode, Failure
from trainyard_initializer.target import safe

_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")


def is_archive(path):
    return path.lower().endswith(_TAR + (".zip",))


def unpack(part, entry, target):
    """Puts what an archive holds where the archive would lie; gives the files. The archive itself does not stay."""
    files = []
    folder = os.path.dirname(entry.path)
    scratch = part + ".member"
    try:
        for name, stream in _members(part, entry):
            path = safe(name if not folder else f"{folder}/{name}")
            with open(scratch, "wb") as file:
                shutil.copyfileobj(stream, file, 1 << 20)
            files.append(target.put(scratch, path, entry.identity, entry.path))
    except (tarfile.TarError, zipfile.BadZipFile, EOFError) as error:
        raise Failure(ExitCode.DIFFERENT_CONTENT, f"{entry.key} is not a readable archive ({error}); set UNPACK=false to get it as it is") from error
    os.remove(part)
    if not files:
        raise Failure(ExitCode.NOTHING_MATCHED, f"the archive {entry.key} holds no files")
    return files


def _members(part, entry):
    if entry.path.lower().endswith(".zip"):
        with zipfile.ZipFile(part) as archive:
            for member in archive.infolist():
                mode = member.external_attr >> 16
                if mode and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode) and stat.S_IFMT(mode):
                    raise _no_plain_file(entry, member.filename)
                _require_inside(entry, member.filename)
                if not member.is_dir():
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
