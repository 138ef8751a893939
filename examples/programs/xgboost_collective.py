"""Gradient boosting with XGBoost's collective: every worker sees rows of its own, all end with the same model.

One worker on each node. Worker 0 also runs the tracker, at which all workers meet; Trainyard says where that is, but does not start it.
"""

import hashlib
import os
import socket
import sys
import time

import numpy as np
import xgboost
from xgboost import collective
from xgboost.tracker import RabitTracker

ROWS = 2000
ROUNDS = 20


def rows(rank):
    """Points in the square, and on which side of a curve they lie."""
    generator = np.random.default_rng(100 + rank)
    x = generator.uniform(-1, 1, size=(ROWS, 2)).astype(np.float32)
    return x, (x[:, 1] > np.sin(3 * x[:, 0]) / 2).astype(np.float32)


def train(rank, size):
    x, y = rows(rank)
    # Every worker takes part in making the bins, so this stands inside the group.
    data = xgboost.QuantileDMatrix(x, y, max_bin=64)
    history = {}
    model = xgboost.train(
        {"objective": "binary:logistic", "tree_method": "hist", "max_depth": 4, "max_bin": 64, "nthread": 1},
        data,
        num_boost_round=ROUNDS,
        evals=[(data, "train")],
        evals_result=history,
        verbose_eval=False,
    )
    losses = history["train"]["logloss"]
    if rank == 0:
        for number in (1, ROUNDS // 2, ROUNDS):
            print(f"round {number}/{ROUNDS} loss {losses[number - 1]:.4f}", flush=True)

    # The sum of all numbers says who is there; the digests say whether all have the same model.
    numbers = collective.allreduce(np.array([float(rank + 1)]), collective.Op.SUM)
    digest = int(hashlib.sha256(model.save_raw("json")).hexdigest()[:8], 16)
    least = collective.allreduce(np.array([float(digest)]), collective.Op.MIN)
    most = collective.allreduce(np.array([float(digest)]), collective.Op.MAX)
    if numbers[0] != size * (size + 1) / 2 or least[0] != most[0]:
        sys.exit("the workers do not hold the same model")
    if rank == 0:
        print(f"all {size} workers hold the same model, XGBoost {xgboost.__version__}", flush=True)
    if not losses[-1] < losses[0] / 2:
        sys.exit(f"the loss is still {losses[-1]:.4f}, it was {losses[0]:.4f}")


def address(host):
    """This worker's own: on a laptop others listen at the same port. A new pod may not be in the cluster's DNS at once."""
    for _ in range(60):
        try:
            return socket.gethostbyname(host)
        except socket.gaierror:
            time.sleep(1)
    sys.exit(f"nobody knows the address of {host}")


def start_tracker(size, ip, port):
    """Waits for a port that another program has just left: the system keeps it for a minute."""
    for _ in range(45):
        try:
            tracker = RabitTracker(n_workers=size, host_ip=ip, port=port, sortby="task")
            tracker.start()
            return tracker
        except xgboost.core.XGBoostError as error:
            if "Address already in use" not in str(error):
                raise
            time.sleep(2)
    sys.exit(f"port {port} of {ip} stays in use")


def main():
    host, port = os.environ["DMLC_TRACKER_URI"], int(os.environ["DMLC_TRACKER_PORT"])
    rank, size = int(os.environ["DMLC_TASK_ID"]), int(os.environ["DMLC_NUM_WORKER"])
    print(f"worker {rank} of {size}", flush=True)
    tracker = None
    if rank == 0:
        tracker = start_tracker(size, address(host), port)
    with collective.CommunicatorContext(
        dmlc_communicator="rabit", dmlc_tracker_uri=host, dmlc_tracker_port=port, dmlc_task_id=str(rank), dmlc_retry=60
    ):
        train(collective.get_rank(), collective.get_world_size())
    if tracker is not None:
        tracker.wait_for()


if __name__ == "__main__":
    main()
