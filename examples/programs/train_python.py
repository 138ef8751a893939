"""Data-parallel training without any library: a small neural network learns sin(x) on several nodes.

Every node has data of its own. After each step, the gradients of all nodes are averaged by a ring all-reduce over TCP sockets, so that all
nodes take the same step and hold the same weights; at the end they check that they do.

Environment: TRAINER_NNODES, TRAINER_NODE_RANK, MASTER_ADDR, MASTER_PORT, as Trainyard sets them.
"""

import argparse
import hashlib
import math
import os
import random
import socket
import struct
import sys
import threading
import time

try:
    import trainyard_status  # beside this program; it also trains without
except ImportError:
    trainyard_status = None

HIDDEN = 12


class Ring:
    """The nodes in a circle: each sends to the next one and receives from the one before."""

    def __init__(self, rank, size, address, port, patience=60.0):
        self.rank = rank
        self.size = size
        if size == 1:
            return
        listener = socket.create_server(("", 0))
        addresses = meet(rank, size, address, port, listener.getsockname()[1], patience)
        host, number = addresses[(rank + 1) % size]
        self.following = connect(host, number, patience)
        listener.settimeout(patience)
        self.preceding, _ = listener.accept()
        self.preceding.settimeout(patience)
        for link in (self.following, self.preceding):
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.close()

    def shift(self, data):
        """Sends to the next node what comes back from the one before; both at once, or all would wait for each other."""
        sender = threading.Thread(target=send, args=(self.following, data))
        sender.start()
        received = receive(self.preceding)
        sender.join()
        return received

    def average(self, values):
        """The mean over all nodes: first every node adds up one part, then the parts go round (ring all-reduce)."""
        if self.size == 1:
            return values
        length = -(-len(values) // self.size)
        parts = [values[i * length : (i + 1) * length] for i in range(self.size)]
        for step in range(self.size - 1):
            out = (self.rank - step) % self.size
            into = (self.rank - step - 1) % self.size
            received = unpack(self.shift(pack(parts[out])))
            parts[into] = [a + b for a, b in zip(parts[into], received)]
        for step in range(self.size - 1):
            out = (self.rank + 1 - step) % self.size
            into = (self.rank - step) % self.size
            parts[into] = unpack(self.shift(pack(parts[out])))
        return [value / self.size for part in parts for value in part]

    def gather(self, text):
        """The texts of all nodes, beginning with our own."""
        texts = [text]
        for _ in range(self.size - 1):
            texts.append(self.shift(texts[-1].encode()).decode())
        return texts


def meet(rank, size, address, port, own_port, patience):
    """Node 0 waits for the others and tells everybody where everybody listens."""
    if rank != 0:
        with connect(address, port, patience) as link:
            send(link, f"{rank} {own_port}".encode())
            return [(host or address, int(number)) for host, number in (e.split("|") for e in receive(link).decode().split())]
    addresses = {0: ("", own_port)}
    links = []
    with socket.create_server(("", port)) as server:
        server.settimeout(patience)
        while len(addresses) < size:
            link, peer = server.accept()
            other, number = receive(link).decode().split()
            addresses[int(other)] = (peer[0], int(number))
            links.append(link)
    # An empty host is that of node 0, which the others know and it does not.
    message = " ".join(f"{host}|{number}" for _, (host, number) in sorted(addresses.items()))
    for link in links:
        send(link, message.encode())
        link.close()
    return [addresses[i] for i in range(size)]


def connect(address, port, patience):
    """The other side may start later than we do."""
    end = time.monotonic() + patience
    while True:
        try:
            link = socket.create_connection((address, port), timeout=patience)
            return link
        except OSError as problem:
            if time.monotonic() > end:
                sys.exit(f"cannot reach {address}:{port}: {problem}")
            time.sleep(0.1)


def send(link, data):
    link.sendall(struct.pack("!I", len(data)) + data)


def receive(link):
    (length,) = struct.unpack("!I", exactly(link, 4))
    return exactly(link, length)


def exactly(link, length):
    data = b""
    while len(data) < length:
        more = link.recv(length - len(data))
        if not more:
            sys.exit("another node has gone")
        data += more
    return data


def pack(values):
    return struct.pack(f"!{len(values)}d", *values)


def unpack(data):
    return list(struct.unpack(f"!{len(data) // 8}d", data))


def predict(weights, x):
    """One hidden layer: for each unit a factor, an offset and a weight, and one offset for the sum."""
    hidden = [math.tanh(weights[3 * i] * x + weights[3 * i + 1]) for i in range(HIDDEN)]
    return hidden, sum(weights[3 * i + 2] * hidden[i] for i in range(HIDDEN)) + weights[-1]


def gradients(weights, batch):
    """Mean squared error over a batch, and its derivative by every weight."""
    loss = 0.0
    result = [0.0] * len(weights)
    for x, y in batch:
        hidden, guess = predict(weights, x)
        error = guess - y
        loss += error * error / len(batch)
        slope = 2 * error / len(batch)
        result[-1] += slope
        for i, value in enumerate(hidden):
            inner = slope * weights[3 * i + 2] * (1 - value * value)
            result[3 * i] += inner * x
            result[3 * i + 1] += inner
            result[3 * i + 2] += slope * value
    return loss, result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--rate", type=float, default=0.1)
    parser.add_argument("--epoch-seconds", type=float, default=0.0, help="least time of an epoch, so that there is something to watch")
    options = parser.parse_args()

    rank = int(os.environ.get("TRAINER_NODE_RANK", "0"))
    size = int(os.environ.get("TRAINER_NNODES", "1"))
    address = os.environ.get("MASTER_ADDR", "127.0.0.1")
    port = int(os.environ.get("MASTER_PORT", "29500"))
    ring = Ring(rank, size, address, port)
    print(f"node {rank} of {size} on {socket.gethostname()}, Python {sys.version.split()[0]}", flush=True)

    same = random.Random(1)  # all nodes start with the same weights,
    own = random.Random(100 + rank)  # and have data of their own
    weights = [same.uniform(-1, 1) for _ in range(3 * HIDDEN + 1)]
    speed = [0.0] * len(weights)
    loss = math.inf
    reporter = trainyard_status and trainyard_status.Reporter(total_steps=options.epochs, rank=rank, world_size=size, node=rank)
    for epoch in range(1, options.epochs + 1):
        began = time.monotonic()
        total = 0.0
        for _ in range(options.steps):
            batch = [(x, math.sin(x)) for x in (own.uniform(-math.pi, math.pi) for _ in range(options.batch))]
            part, gradient = gradients(weights, batch)
            averaged = ring.average(gradient + [part])
            total += averaged.pop()
            speed = [0.9 * s - options.rate * 0.1 * g for s, g in zip(speed, averaged)]
            weights = [w + s for w, s in zip(weights, speed)]
        loss = total / options.steps
        print(f"epoch {epoch}/{options.epochs} loss {loss:.4f}", flush=True)
        if reporter:
            reporter.step(epoch, loss=loss)
        time.sleep(max(0.0, began + options.epoch_seconds - time.monotonic()))

    digests = ring.gather(hashlib.sha256(pack(weights)).hexdigest())
    if len(set(digests)) != 1:
        sys.exit("the nodes do not hold the same weights")
    print(f"all {size} nodes hold the same weights: {digests[0][:16]}", flush=True)
    if reporter:
        reporter.done()
        reporter.close()
    if not loss < 0.1:
        sys.exit(f"the loss is still {loss:.4f}")


if __name__ == "__main__":
    main()
