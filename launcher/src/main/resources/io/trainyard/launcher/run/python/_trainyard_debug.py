"""One rank can be stopped with breakpoint(), all others pass it over."""

import os
import sys


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


def begin(rank, wanted):
    """Called once by a rank, which learns what rank is to be stopped."""
    if "PYTHONBREAKPOINT" in os.environ:
        return
    if rank != wanted:
        _pass_over(rank, wanted)
    elif not _debugpy(rank):
        _pdb(rank)
