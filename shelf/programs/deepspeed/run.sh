#!/bin/bash
# Two processes on this machine, at a port that others leave alone; what follows the script's name goes to the program.
deepspeed --log_level error --num_accelerators 2 --master_port 10187 train.py --deepspeed --deepspeed_config ds_config.json "$@"
