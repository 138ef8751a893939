"""Records what a rank does: with py-spy, which looks from outside, or with the profiler of PyTorch. The program knows nothing of it."""

import os
import sys

_MAX_ATTEMPTS = 10000


def begin(rank, wanted):
    """Called once by a rank, which learns what rank is to be recorded, or all."""
    if wanted not in ("all", rank):
        return
    tool = os.environ["TRAINYARD_PROFILE_TOOL"]
    place = os.path.join(os.environ["TRAINYARD_PROFILE_FOLDER"], "rank-%s" % rank)
    try:
        if tool == "torch":
            sys.meta_path.insert(0, _AfterTorch(place))
        else:
            _look_from_outside(tool, place)
    except Exception as failure:  # A program runs without its profile, too.
        sys.stderr.write("no profile of rank %s: %s\n" % (rank, failure))


def _claim(place):
    """A name that no attempt before has, and its open log."""
    for attempt in range(1, _MAX_ATTEMPTS):
        name = place if attempt == 1 else "%s-%d" % (place, attempt)
        try:
            return name, os.open(name + ".log", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            pass
    raise OSError("there are too many profiles in " + os.path.dirname(place))


def _look_from_outside(program, place):
    import subprocess

    _permit()
    name, log = _claim(place)
    # It writes when the rank has ended, however that ends, so it must not end with it: it belongs neither to the rank nor to the container.
    script = '{ "$@" && mv "$0.part" "$0"; echo ended; } &'
    words = [program, "record", "--pid", str(os.getpid()), "--format", "flamegraph", "--output", name + ".svg.part"]
    variables = {key: value for key, value in os.environ.items() if not key.startswith("TRAINYARD_")}
    try:
        subprocess.Popen(
            ["/bin/sh", "-c", script, name + ".svg"] + words,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=variables,
            start_new_session=True,
        ).wait()
    finally:
        os.close(log)


def _permit():
    """Some systems let only parents look into a process, unless it says otherwise of itself."""
    try:
        with open("/proc/sys/kernel/yama/ptrace_scope") as scope:
            if scope.read().strip() != "1":
                return
        import ctypes

        set_ptracer, anybody = 0x59616D61, ctypes.c_ulong(-1)
        ctypes.CDLL(None).prctl(set_ptracer, anybody, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        pass


class _AfterTorch:
    """Begins to record when the program has imported torch; programs that never do so lose no time."""

    def __init__(self, place):
        self.place = place

    def find_spec(self, name, path=None, target=None):
        if name != "torch":
            return None
        import importlib.util

        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        load = getattr(getattr(spec, "loader", None), "exec_module", None)
        if load is not None:

            def load_and_record(module):
                load(module)
                try:
                    _Recording(self.place)
                except Exception as failure:
                    sys.stderr.write("no profile: %s\n" % failure)

            spec.loader.exec_module = load_and_record
        return spec


class _Recording:
    """From now to the end of this process, or to a SIGTERM that the program leaves alone."""

    def __init__(self, place):
        import atexit
        import signal
        import threading

        from torch.profiler import profile

        self.owner = os.getpid()
        self.name, self.log = _claim(place)
        self.profile = profile()
        self.profile.start()
        atexit.register(self.finish)
        if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, self.end)

    def end(self, number, frame):
        import signal

        self.finish()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def finish(self):
        # A process that this one has forked is another one.
        if self.profile is None or os.getpid() != self.owner:
            return
        recorded, self.profile = self.profile, None
        trace = self.name + ".trace.json"
        try:
            recorded.stop()
            try:
                recorded.export_chrome_trace(trace + ".part")
            except RuntimeError:
                # A PyTorch that was built without Kineto writes it itself.
                recorded.events().export_chrome_trace(trace + ".part")
            os.replace(trace + ".part", trace)
            said = "written"
        except Exception as failure:
            said = str(failure)
        os.write(self.log, (said + "\nended\n").encode())
