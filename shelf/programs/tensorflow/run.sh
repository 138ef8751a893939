#!/bin/sh
# Two workers on this machine, as in a tutorial.
set -e
config() { printf '{"cluster": {"worker": ["localhost:12345", "localhost:23456"]}, "task": {"type": "worker", "index": %d}}' "$1"; }
TF_CONFIG=$(config 1) python3 train.py > /dev/null 2>&1 &
TF_CONFIG=$(config 0) python3 train.py
wait $!
