"""Fetches one file into its part, and tries again what may succeed."""

import random

from trainyard_initializer.failure import ExitCode, Failure, Interruption, Stopped
from trainyard_initializer.part import Damage, Part

_LONGEST_PAUSE = 16.0


class Fetcher:
    """Any thread may use it. `progress` counts bytes, and says whether the program is to end."""

    def __init__(self, source, settings, progress):
        self._source = source
        self._settings = settings
        self._progress = progress

    def fetch(self, entry, path):
        """Returns when the file at `path` is the whole entry."""
        attempts = 0
        furthest = reached = 0
        damaged = False
        while True:
            try:
                with Part(path, entry, self._settings.verify, self._progress) as part:
                    furthest = max(furthest, part.size)
                    try:
                        if not part.is_complete:
                            self._source.fetch(entry, part)
                        part.check()
                    except BaseException:
                        reached = part.size
                        # Counted anew when it is opened again.
                        self._progress.add(-part.size)
                        raise
                return
            except Interruption as interruption:
                # Only attempts that bring nothing count: a large file may well take more connections than attempts are allowed.
                attempts = 1 if reached > furthest else attempts + 1
                if attempts > self._settings.retries:
                    raise Failure(
                        ExitCode.NETWORK,
                        f"{entry.key} could not be fetched in {attempts} attempts: {interruption}."
                        " Look whether the store is well and can be reached from this pod; what was fetched stays for the next start",
                    ) from interruption
                pause = interruption.retry_after
                if pause is None:
                    pause = min(_LONGEST_PAUSE, 2.0 ** (attempts - 1)) * random.uniform(0.8, 1.2)
                self._progress.sleep(pause)
                if self._progress.is_stopped:
                    raise Stopped() from interruption
            except Damage:
                # Damage on the way is repaired by fetching once more; damage at the source is not.
                if damaged:
                    raise
                damaged = True
