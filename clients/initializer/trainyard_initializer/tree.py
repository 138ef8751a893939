"""What lies in a folder, as `cp -rL` sees it: links count as what they lead to. The same for what comes and for what goes."""

import errno
import os
import stat
from dataclasses import dataclass, field

from trainyard_initializer.failure import ExitCode
from trainyard_initializer.target import OWN

_KINDS = ((stat.S_ISFIFO, "a named pipe"), (stat.S_ISSOCK, "a socket"), (stat.S_ISBLK, "a device"), (stat.S_ISCHR, "a device"))
# A process sees its own files there, among them its variables with secrets, and not those of the user who made the link.
_OF_PROCESSES = ("/proc", "/sys")
_MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class Omission:
    """Something that cannot be copied. The code is that of a failure where a file is missing for it, DONE where none is."""

    path: str
    reason: str
    code: ExitCode = ExitCode.DONE

    def __str__(self):
        return f"{_printable(self.path)} ({_printable(self.reason)})"


@dataclass(frozen=True, slots=True)
class Tree:
    """Paths below a folder: files with their sizes and so on, folders that hold nothing, and what is neither."""

    files: list = field(default_factory=list)
    empty: list = field(default_factory=list)
    omissions: list = field(default_factory=list)


def tree(root, bound="/", without=None):
    """All that lies below a folder, but for the folder `without`. No link is followed out of `bound`."""
    found = Tree()
    # Folders, each with the real ones that lead to it and itself: a link to one of them, or to what they lie in, is a circle.
    waiting = [("", (os.path.realpath(root),))]
    while waiting:
        folder, above = waiting.pop()
        try:
            names = sorted(os.listdir(os.path.join(root, folder)))
        except OSError as error:
            found.omissions.append(_unreadable(folder or ".", error))
            continue
        if "..data" in names:
            # A mounted ConfigMap keeps its files in folders with two dots, which the visible names link to.
            names = [name for name in names if not name.startswith("..")]
        if not names and folder:
            found.empty.append(folder)
        folders = []
        for name in names:
            path = os.path.join(folder, name)
            full = os.path.join(root, path)
            is_link = os.path.islink(full)
            real = os.path.realpath(full) if is_link else os.path.join(above[-1], name)
            try:
                status = os.stat(full)
            except OSError as error:
                found.omissions.append(_broken(path, real, error) if is_link else _unreadable(path, error))
                continue
            omission = _leads_astray(path, real, above, bound) if is_link else None
            if omission:
                found.omissions.append(omission)
            elif stat.S_ISDIR(status.st_mode):
                if name != OWN and real != without:
                    folders.append((path, (*above, real)))
            elif not stat.S_ISREG(status.st_mode):
                found.omissions.append(Omission(path, kind_of(status)))
            elif not os.access(full, os.R_OK):
                found.omissions.append(_unreadable(path, PermissionError(errno.EACCES, "")))
            else:
                found.files.append((path, status))
        waiting.extend(reversed(folders))
    return found


def kind_of(status):
    """What is neither a file nor a folder, in words."""
    return next((words for is_of, words in _KINDS if is_of(status.st_mode)), "no file")


def named(omissions):
    """The end of a last line: what was left out, and why. Empty where nothing was."""
    return f"; left out: {listed(omissions)}" if omissions else ""


def listed(omissions):
    more = len(omissions) - _MOST_NAMED
    return ", ".join(map(str, omissions[:_MOST_NAMED])) + (f" and {more:,} more" if more > 0 else "")


def _leads_astray(path, real, above, bound):
    """Why a link is not followed, or None."""
    if any(_is_below(each, real) for each in above):
        return Omission(path, f"a link in a circle, to {real}")
    if any(_is_below(real, each) for each in _OF_PROCESSES):
        return Omission(path, f"a link to {real}, which is of processes and not of disks", ExitCode.CONFIGURATION)
    if not _is_below(real, bound):
        return Omission(path, f"a link that leads out of {bound}, to {real}", ExitCode.CONFIGURATION)
    return None


def _broken(path, real, error):
    if error.errno == errno.ELOOP:
        return Omission(path, "a link in a circle")
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return Omission(path, f"a link to {real}, and there is nothing", ExitCode.NOT_FOUND)
    return _unreadable(path, error)


def _unreadable(path, error):
    if isinstance(error, PermissionError):
        return Omission(path, "must not be read by the user of this program", ExitCode.DENIED)
    if isinstance(error, FileNotFoundError):
        return Omission(path, "gone meanwhile", ExitCode.DIFFERENT_CONTENT)
    return Omission(path, os.strerror(error.errno), ExitCode.CONFIGURATION)


def _is_below(path, folder):
    return os.path.commonpath((path, folder)) == folder


def _printable(text):
    """On one line, whatever a name holds."""
    return text if text.isprintable() else ascii(text)
