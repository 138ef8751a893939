#!/bin/bash
# The same training with several seeds, one after the other; the table is for the paper.
set -euo pipefail
: > results.txt
for seed in 1 2 3; do
  python3 train.py --seed "$seed" --name "seed $seed, \$HOME" | tee -a results.txt
done
echo "mean of $(wc -l < results.txt) runs: $(awk '{ total += $NF } END { printf "%.4f", total / NR }' results.txt)"
