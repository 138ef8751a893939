"""Stands for the program `trainyard`: gives a command to a running RenderServer. usage: call.py PORT ARGUMENT..."""

import socket
import sys

with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as server:
    server.sendall(("\n".join(sys.argv[2:]) + "\n\n").encode())
    head, _, output = b"".join(iter(lambda: server.recv(1 << 16), b"")).partition(b"\n")
code, length = map(int, head.split())
sys.stdout.buffer.write(output[:length])
sys.stderr.buffer.write(output[length:])
sys.stdout.buffer.flush()
sys.exit(code)
