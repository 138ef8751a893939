"""Boosted trees on random rows, with early stopping and a model in JSON."""

import argparse

import numpy as np
import xgboost as xgb

parser = argparse.ArgumentParser()
parser.add_argument("--max_depth", type=int, default=3)
parser.add_argument("--rounds", type=int, default=30)
args = parser.parse_args()
random = np.random.RandomState(1)
features = random.rand(400, 6)
labels = (features[:, 0] + features[:, 1] * features[:, 2] > 0.8).astype(int)
train, valid = xgb.DMatrix(features[:300], labels[:300]), xgb.DMatrix(features[300:], labels[300:])
settings = {"objective": "binary:logistic", "max_depth": args.max_depth, "eta": 0.3, "seed": 0, "nthread": 1}
booster = xgb.train(settings, train, args.rounds, evals=[(valid, "valid")], early_stopping_rounds=5, verbose_eval=5)
booster.save_model("model.json")
print(f"best round {booster.best_iteration}, {booster.best_score:.5f}")
