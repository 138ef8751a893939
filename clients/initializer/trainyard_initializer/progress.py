"""One line a second while something goes on."""

import threading
import time

_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB")


def amount(count):
    """A number of bytes for people."""
    value = float(count)
    for unit in _UNITS:
        if value < 1024 or unit == _UNITS[-1]:
            return f"{int(value)} {unit}" if unit == "bytes" else f"{value:.1f} {unit}"
        value /= 1024
    raise AssertionError("the last unit takes all")


class Progress:
    """Counts bytes and files, from any thread, and prints them while its context is open."""

    def __init__(self, console, clock=time.monotonic, interval=1.0):
        self._console = console
        self._clock = clock
        self._interval = interval
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._finished = threading.Event()
        self._begin = clock()
        self._last = None
        self._waiting = ""
        self._said = ""
        self.verb = "fetched"
        self.bytes = 0
        self.files = 0
        self.total_bytes = 0
        self.total_files = 0
        self._known = 0

    def expect(self, byte_count, file_count):
        """What there is to do; what an earlier start has done counts, but not for the rate."""
        self.total_bytes, self.total_files = byte_count, file_count

    def have(self, byte_count, file_count):
        with self._lock:
            self.bytes += byte_count
            self.files += file_count
            self._known += byte_count

    def add(self, byte_count):
        with self._lock:
            self.bytes += byte_count

    def done(self):
        """One more file is whole."""
        with self._lock:
            self.files += 1

    def wait(self, reason):
        """Nothing is fetched meanwhile, which is said once; an empty reason ends that."""
        self._waiting = reason

    @property
    def is_stopped(self):
        return self._stopped.is_set()

    def stop(self):
        """Somebody asked the program to end, or a file failed: whoever fetches gives up."""
        self._stopped.set()

    def sleep(self, seconds):
        """Waits before another attempt, unless the program is to end."""
        return self._stopped.wait(seconds)

    def line(self):
        """What is to be said now, or None if nothing has changed."""
        waiting, said = self._waiting, self._said
        if waiting != said:
            self._said = waiting
        if waiting:
            return waiting if waiting != said else None
        if not self.total_files:
            return None
        with self._lock:
            moment, done, files = self._clock(), self.bytes, self.files
        if (done, files) == self._last:
            return None
        self._last = (done, files)
        rate = max(0, done - self._known) / max(moment - self._begin, 0.001)
        share = f"{min(100, 100 * done // self.total_bytes)}% " if self.total_bytes else ""
        whole = f" of {amount(self.total_bytes)}" if self.total_bytes else ""
        return f"{self.verb} {share}({amount(done)}{whole}, {files:,} of {self.total_files:,} files, {amount(rate)}/s)"

    def __enter__(self):
        self._thread = threading.Thread(target=self._run, name="progress", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._finished.set()
        self._thread.join()

    def _run(self):
        while not self._finished.wait(self._interval):
            said = self.line()
            if said:
                self._console.say(said)
