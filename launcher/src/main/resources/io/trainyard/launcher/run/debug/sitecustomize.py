"""Comes before the modules of a program that runs with --debug: one rank can be stopped, all others pass breakpoints over."""

import importlib
import os
import sys

_FOLDER = os.environ.get("TRAINYARD_DEBUG_FOLDER", "")
_LAUNCHERS = ("torchrun", "torch.distributed.run", "torch.distributed.launch", "deepspeed", "mpirun")


def _next_of_this_name():
    """The sitecustomize of the user's Python, which this one hides."""
    this = sys.modules.pop(__name__)
    sys.path[:] = [entry for entry in sys.path if entry != _FOLDER]
    try:
        importlib.import_module(__name__)
    except ImportError:
        pass
    finally:
        sys.modules.setdefault(__name__, this)


def _words():
    try:
        return list(sys.orig_argv)
    except AttributeError:
        try:
            with open("/proc/self/cmdline", encoding="utf-8", errors="replace") as words:
                return words.read().split("\0")
        except OSError:
            return []


def _rank():
    """The rank of this process; none of launchers and of helpers."""
    words = _words()
    if "-c" in words[1:3] or any(word.endswith(_LAUNCHERS) for word in words[:4]):
        return None
    for name in ("RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "JAX_PROCESS_ID", "PET_NODE_RANK", "JOB_COMPLETION_INDEX"):
        if os.environ.get(name, "").isdigit():
            return os.environ[name]
    return None


def _connect(rank, kind):
    import socket

    host, port = os.environ["TRAINYARD_DEBUG_ADDRESS"].rsplit(":", 1)
    connection = socket.create_connection((host, int(port)))
    connection.sendall(("%s %s %s\n" % (os.environ["TRAINYARD_DEBUG_TOKEN"], rank, kind)).encode())
    return connection


def _debugpy(rank):
    """Waits for an editor, if the module for it is there."""
    try:
        import debugpy
    except ImportError:
        return False
    try:
        _, port = debugpy.listen(("127.0.0.1", 5678))
    except (OSError, RuntimeError):
        _, port = debugpy.listen(("127.0.0.1", 0))
    _connect(rank, "debugpy %d" % port).close()
    debugpy.wait_for_client()
    sys.breakpointhook = debugpy.breakpoint
    return True


def _pdb(rank):
    """breakpoint() talks to the terminal of the run."""
    import pdb

    class RemotePdb(pdb.Pdb):
        def __init__(self):
            # One for both would forget what was read ahead whenever it writes.
            connection = _connect(rank, "pdb")
            self.stream = connection.makefile("w", encoding="utf-8")
            super().__init__(stdin=connection.makefile("r", encoding="utf-8"), stdout=self.stream, nosigint=True)

        def interaction(self, *args, **kwargs):
            # Between these two, the terminal is ours.
            self.stream.write("\x01")
            super().interaction(*args, **kwargs)
            self.stream.write("\x02")
            self.stream.flush()

        def do_EOF(self, arg):
            self.message("standard input has ended: going on")
            return self.do_continue(arg)

    opened = []

    def stop(*args, **kwargs):
        if not opened:
            opened.append(RemotePdb())
        opened[0].set_trace(sys._getframe(1))

    sys.breakpointhook = stop
    pdb.set_trace = stop


def _pass_over(rank, wanted):
    def go_on(*args, **kwargs):
        sys.stderr.write("breakpoint() of rank %s passed over: --debug asks for rank %s\n" % (rank, wanted))

    import pdb

    sys.breakpointhook = go_on
    pdb.set_trace = go_on


def _begin():
    rank = _rank()
    wanted = os.environ.get("TRAINYARD_DEBUG_RANK", "")
    if rank is None or not wanted or "PYTHONBREAKPOINT" in os.environ:
        return
    # What this process starts has its variables, but is no rank.
    os.environ["TRAINYARD_DEBUG_RANK"] = ""
    if rank != wanted:
        _pass_over(rank, wanted)
    elif not _debugpy(rank):
        _pdb(rank)


_begin()
_next_of_this_name()
