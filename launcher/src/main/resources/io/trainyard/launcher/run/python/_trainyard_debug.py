"""One rank can be stopped with breakpoint() and reads what is typed; all others pass breakpoints over, and read nothing."""

import os
import sys


def _connect(rank, kind):
    import socket

    host, port = os.environ["TRAINYARD_DEBUG_ADDRESS"].rsplit(":", 1)
    connection = socket.create_connection((host, int(port)))
    connection.sendall(("%s %s %s\n" % (os.environ["TRAINYARD_DEBUG_TOKEN"], rank, kind)).encode())
    return connection


def _debugpy(rank):
    """
    Waits for an editor, if the module for it is there. The editor listens, and the rank connects to it: anybody who reaches a debugger that listens can run what he
    likes, and every user of this machine would.
    """
    try:
        import debugpy
    except ImportError:
        return False
    import time

    port = _free_port()
    _connect(rank, "debugpy %d" % port).close()
    while not _is_mine(port):
        time.sleep(0.3)
    debugpy.connect(("127.0.0.1", port))
    debugpy.wait_for_client()
    sys.breakpointhook = debugpy.breakpoint
    return True


def _free_port():
    """The one that editors propose, or another one."""
    import socket

    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", 5678))
        except OSError:
            probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _is_mine(port):
    """Whether a program of this user listens there; a debugger of somebody else could run what it likes here."""
    import socket

    address = "%08X:%04X" % (int.from_bytes(socket.inet_aton("127.0.0.1"), sys.byteorder), port)
    try:
        with open("/proc/net/tcp") as sockets:
            rows = [row.split() for row in sockets]
        # Local address, state (0A listens) and user.
        return any(row[1] == address and row[3] == "0A" and row[7] == str(os.getuid()) for row in rows)
    except OSError:
        import subprocess

        # Of a user's own programs only, unless he is root.
        wanted = ["lsof", "-nP", "-a", "-u", str(os.getuid()), "-iTCP@127.0.0.1:%d" % port, "-sTCP:LISTEN"]
        return subprocess.call(wanted, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


class _Terminal:
    """The terminal of the run. Whoever is within it has the screen for himself."""

    def __init__(self, rank, kind):
        # One for both would forget what was read ahead whenever it writes.
        connection = _connect(rank, kind)
        self.screen = connection.makefile("w", encoding="utf-8")
        self.keyboard = connection.makefile("r", encoding="utf-8")
        self.held = 0

    def __enter__(self):
        if self.held == 0:
            self.screen.write("\x01")
        self.held += 1
        return self

    def __exit__(self, *failure):
        self.held -= 1
        if self.held == 0:
            self.screen.write("\x02")
        self.screen.flush()


def _once(rank):
    """The terminal, which is connected when it is first asked for."""
    opened = []

    def terminal(kind):
        if not opened:
            opened.append(_Terminal(rank, kind))
        return opened[0]

    return terminal


def _pdb(terminal):
    """breakpoint() talks to the terminal of the run."""
    import pdb

    class RemotePdb(pdb.Pdb):
        def __init__(self):
            self.terminal = terminal("pdb")
            super().__init__(stdin=self.terminal.keyboard, stdout=self.terminal.screen, nosigint=True)

        def interaction(self, *args, **kwargs):
            with self.terminal:
                super().interaction(*args, **kwargs)

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


def _standard_input(terminal):
    """input() and sys.stdin read what is typed, if the program has no input of its own."""
    import builtins
    import io

    try:
        if not os.path.samestat(os.fstat(0), os.stat(os.devnull)):
            return
    except OSError:
        return
    own, ask = os.getpid(), builtins.input

    def read(prompt, size=-1):
        with terminal("input") as shared:
            shared.screen.write(prompt)
            shared.screen.flush()
            return shared.keyboard.readline(size)

    class Typed(io.TextIOBase):
        """Lines as they are typed; of processes that this one has started, nothing."""

        encoding = "utf-8"

        def readable(self):
            return True

        def fileno(self):
            return 0

        def readline(self, size=-1):
            return read("", size) if os.getpid() == own else ""

        def read(self, size=-1):
            lines = []
            line = self.readline(size)
            while line:
                lines.append(line)
                line = "" if size >= 0 else self.readline()
            return "".join(lines)

    def typed(prompt=""):
        if os.getpid() != own or sys.stdin is not replaced:
            return ask(prompt)
        sys.stdout.flush()
        line = read(str(prompt))
        if not line:
            raise EOFError("EOF when reading a line")
        return line.rstrip("\n")

    replaced = Typed()
    sys.stdin = replaced
    builtins.input = typed


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
        return
    terminal = _once(rank)
    if not _debugpy(rank):
        _pdb(terminal)
    _standard_input(terminal)
