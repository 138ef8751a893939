# Runs a program with a terminal of its own. What comes on standard input are pieces: a letter (i: input, s: size), the length, the content.
# What the program writes goes to standard output; its exit code is ours.
import errno, fcntl, os, pty, select, struct, sys, termios

PIECE = 32768


def end_with(status):
    if os.WIFSIGNALED(status):
        os._exit(128 + os.WTERMSIG(status))
    os._exit(os.WEXITSTATUS(status))


def write_all(descriptor, content):
    while content:
        content = content[os.write(descriptor, content):]


def read(descriptor):
    try:
        return os.read(descriptor, PIECE)
    except OSError as failure:
        if failure.errno in (errno.EIO, errno.EBADF):
            return b""
        raise


child, terminal = pty.fork()
if child == 0:
    try:
        os.execvp(sys.argv[1], sys.argv[1:])
    except OSError as failure:
        os.write(2, ("%s: %s\n" % (sys.argv[1], failure.strerror)).encode())
        os._exit(127 if failure.errno == errno.ENOENT else 126)

os.set_blocking(terminal, False)
inputs, received, typed, ended = [0, terminal], b"", b"", None
while True:
    readable, writable, _ = select.select(inputs, [terminal] if typed else [], [], 0.2)
    if terminal in readable:
        try:
            output = read(terminal)
        except BlockingIOError:
            output = None
        if output == b"":
            end_with(os.waitpid(child, 0)[1] if ended is None else ended)
        if output:
            write_all(1, output)
    elif ended is not None:
        # What it has left behind holds the terminal, and has nothing to say now.
        end_with(ended)
    if 0 in readable:
        more = os.read(0, PIECE)
        if not more:
            # For a terminal, this is the end of input.
            inputs.remove(0)
            typed += b"\x04"
        received += more
        while len(received) >= 5:
            kind, length = struct.unpack(">cI", received[:5])
            if len(received) < 5 + length:
                break
            content, received = received[5:5 + length], received[5 + length:]
            if kind == b"i":
                typed += content
            elif kind == b"s":
                columns, rows = struct.unpack(">HH", content)
                fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    if writable and typed:
        try:
            typed = typed[os.write(terminal, typed):]
        except BlockingIOError:
            pass
        except OSError:
            typed = b""
    if ended is None:
        gone, status = os.waitpid(child, os.WNOHANG)
        ended = status if gone else None
