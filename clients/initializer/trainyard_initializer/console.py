"""Everything that people read comes from here, without secrets."""

import os
import sys

_LONGEST_MESSAGE = 4096


class Console:
    """Standard output and error, and the file that Kubernetes takes a container's last words from."""

    def __init__(self, redaction, environment):
        self._redaction = redaction
        self._termination_log = environment.get("TERMINATION_LOG") or "/dev/termination-log"

    def say(self, line):
        print(_writable(self._redaction(line)), flush=True)

    def complain(self, line):
        print(_writable(self._redaction(line)), file=sys.stderr, flush=True)

    def last_words(self, line):
        """Only where the file is there: it is a volume of the container, and nowhere else."""
        message = self._redaction(line).encode("utf-8", "replace")[:_LONGEST_MESSAGE]
        try:
            descriptor = os.open(self._termination_log, os.O_WRONLY)
        except OSError:
            return
        try:
            os.write(descriptor, message)
        finally:
            os.close(descriptor)


def _writable(text):
    """Names of files need not be text."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
