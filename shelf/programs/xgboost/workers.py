"""Distributed by hand: a tracker, and a process for each worker with its share of the rows."""

import multiprocessing
import sys

import numpy as np
import xgboost as xgb
from xgboost import collective
from xgboost.tracker import RabitTracker


def work(rank, count, tracker):
    # XGBoost prints lines, too: each is written at once, also without a buffer.
    sys.stdout.reconfigure(line_buffering=True, write_through=False)
    with xgb.config_context(verbosity=0), collective.CommunicatorContext(**tracker):
        random = np.random.RandomState(1)
        features, labels = random.rand(400, 6), random.randint(2, size=400)
        mine = xgb.DMatrix(features[rank::count], labels[rank::count])
        booster = xgb.train({"objective": "binary:logistic", "nthread": 1, "tree_method": "hist"}, mine, 5, evals=[(mine, "train")], verbose_eval=False)
        if collective.get_rank() == 0:
            booster.save_model("model.json")
            print(f"workers {collective.get_world_size()}, trees {booster.num_boosted_rounds()}\n", end="", flush=True)


if __name__ == "__main__":
    count = int(sys.argv[1])
    tracker = RabitTracker(host_ip="127.0.0.1", n_workers=count)
    tracker.start()
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=work, args=(i, count, tracker.worker_args())) for i in range(count)]
    for worker in workers:
        worker.start()
    tracker.wait_for()
    for worker in workers:
        worker.join()
    sys.exit(max(worker.exitcode for worker in workers))
