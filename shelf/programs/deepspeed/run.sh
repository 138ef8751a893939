#!/bin/bash
# Two processes on this machine; what follows the script's name goes to the program.
deepspeed --log_level error --num_accelerators 2 train.py --deepspeed --deepspeed_config ds_config.json "$@"
