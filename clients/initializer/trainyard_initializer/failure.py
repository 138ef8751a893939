"""What can go wrong, as exit codes and sentences for the user."""

import errno
import os
import re
import traceback
from enum import IntEnum


class ExitCode(IntEnum):
    """How the program ends. The values are part of its contract: pod failure policies name them."""

    DONE = 0
    FAULT = 1
    CONFIGURATION = 2
    NOT_FOUND = 3
    DENIED = 4
    NETWORK = 5
    DIFFERENT_CONTENT = 6
    NO_SPACE = 7
    NOTHING_MATCHED = 8
    STOPPED = 143


class Failure(Exception):
    """Ends the program. The sentence says what happened and what to do about it."""

    def __init__(self, code, sentence):
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        # Where it happened, for whoever looks for a fault of the program.
        self.trace = ""

    def __reduce__(self):
        return type(self), (self.code, self.sentence), {"trace": self.trace}


class Interruption(Exception):
    """A connection that broke or a store that was busy: the same request may succeed when it is made again."""

    def __init__(self, reason, retry_after=None):
        super().__init__(reason)
        self.retry_after = retry_after


class Stopped(Exception):
    """Somebody asked the program to end."""


def fault(error):
    """The failure for an error that nobody has thought of."""
    failure = Failure(ExitCode.FAULT, f"a fault of the initializer: {type(error).__name__}: {error}; TRAINYARD_DEBUG=1 shows where")
    failure.trace = "".join(traceback.format_exception(error))
    return failure


def disk_failure(error, folder):
    """The failure for an error of the file system, or None for one that says nothing about the disk."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Failure(
            ExitCode.NO_SPACE,
            f"the volume of {folder} is full; ask for a larger claim, or fetch less (ALLOW_PATTERNS, IGNORE_PATTERNS)",
        )
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return Failure(
            ExitCode.CONFIGURATION,
            f"{error.filename or folder} cannot be written ({os.strerror(error.errno)}); mount the volume writable in the initializer,"
            " and set fsGroup in the pod's securityContext if the program does not run as root",
        )
    if error.errno in (errno.ENAMETOOLONG, errno.EILSEQ):
        return Failure(
            ExitCode.CONFIGURATION,
            f"a name is none that can be given in {folder} ({os.strerror(error.errno)}: {error.filename2 or error.filename}); rename it",
        )
    return None


_QUERY = re.compile(r"(?P<page>\b[a-z][a-z0-9+.-]*://[^\s?#'\"]+)\?[^\s'\"]+", re.IGNORECASE)
_USER = re.compile(r"(?P<scheme>\b[a-z][a-z0-9+.-]*://)[^\s/@'\"]+@", re.IGNORECASE)
_SHORTEST_SECRET = 4


class Redaction:
    """Takes secrets out of everything that is printed: known values, users in addresses, and queries, which may hold a signature."""

    def __init__(self, secrets):
        # Longest first, so that no rest of a longer secret stays.
        self._secrets = sorted((s for s in secrets if len(s) >= _SHORTEST_SECRET), key=len, reverse=True)

    def __call__(self, text):
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return _USER.sub(r"\g<scheme>***@", _QUERY.sub(r"\g<page>?***", text))
