"""The programs: where each lies, which Python it wants, what its author types, and what Trainyard's user types instead."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Program:
    name: str
    folder: str
    python: str  # "system", or an environment of .ci/run
    author: str  # for a shell
    same: list[str]  # after "trainyard": the output is that of the author's way, byte for byte
    group: list[str] = field(default_factory=list)  # likewise: each rank's lines are there, in any order, marked with the rank
    code: int = 0  # the exit code of the author's way
    unordered: bool = False  # processes of the program write at the same time
    variables: dict[str, str] = field(default_factory=dict)  # of the author's shell
    errors: bool = False  # what is written to standard error is the same, too
    masked: str = ""  # what a time, a process id or chance makes of names of files
    launchers: str = "^$"  # files of the author's launcher, which a group of Trainyard's writes elsewhere
    varies: str = "^$"  # times within lines
    contents: str = "."  # files whose content is the same every time


# PyTorch 1.13 starts no ranks on Python 3.11 without these two, which have it mark each line of a rank.
OLD_TORCH = {"PET_REDIRECTS": "1", "PET_TEE": "1"}


def program(name, python, author, same, **more):
    return Program(name, more.pop("folder", name), python, author, same, **more)


PROGRAMS = [
    program("ddp-single", "system", "python3 single.py 2 1", ["run single.py -- 2 1", "launch -- python3 single.py 2 1 --batch-size 32"], folder="ddp"),
    program("ddp-spawn", "system", "python3 spawn.py 2 2", ["run spawn.py -- 2 2", "launch -- python3 spawn.py 2 2"], folder="ddp"),
    program(
        "ddp-torchrun",
        "shelf",
        "torchrun --nproc_per_node=2 elastic.py 2 1",
        ["launch -- torchrun --nproc_per_node=2 elastic.py 2 1"],
        group=["run elastic.py --nproc 2 -- 2 1", "run elastic.py --nodes 2 --follow all -- 2 1", "launch --nodes 2 --follow all -- python3 elastic.py 2 1"],
        folder="ddp",
        unordered=True,
    ),
    program(
        "ddp-torch-1.13",
        "system",
        "torchrun --nproc_per_node=2 elastic.py 1 1",
        [],
        group=["run elastic.py --nproc 2 -- 1 1"],
        folder="ddp",
        variables=OLD_TORCH,
    ),
    program("nanogpt", "system", "python3 train.py tiny.py --max_iters=9", ["run train.py -- tiny.py --max_iters=9"]),
    program(
        "nanogpt-ddp",
        "shelf",
        "torchrun --standalone --nproc_per_node=2 train.py --max_iters=10",
        ["launch -- torchrun --standalone --nproc_per_node=2 train.py --max_iters=10"],
        group=["run train.py --nproc 2 -- --max_iters=10"],
        folder="nanogpt",
    ),
    program(
        "local-rank",
        "system",
        "python3 -m torch.distributed.launch --nproc_per_node=2 main.py --lr 0.05 -n 4",
        ["launch -- python3 -m torch.distributed.launch --nproc_per_node=2 main.py --lr 0.05 -n 4"],
        unordered=True,
        variables=OLD_TORCH,
    ),
    program("dataloader", "system", "python3 train.py data -j 2 --epochs 2", ["run train.py -- data -j 2 --epochs 2"]),
    program("notebook", "system", "python3 explore.py", ["run explore.py", "launch -- python3 -u explore.py"]),
    program(
        "mpi",
        "system",
        "mpirun -n 2 python3 solve.py input.txt",
        ["launch -- mpirun -n 2 python3 solve.py input.txt"],
        group=["run solve.py --nproc 2 -- input.txt", "launch --nodes 2 --follow all -- mpirun python3 solve.py input.txt"],
        unordered=True,
    ),
    program("exit-code", "system", "python3 train.py 0.01", ["run train.py -- 0.01", "launch -- python3 train.py 0.01"], folder="leaves", code=3, errors=True),
    program("exit-usage", "system", "python3 train.py data --epoch x", ["run train.py -- data --epoch x"], folder="dataloader", code=2, errors=True),
    program("streams", "system", "python3 train.py 100", ["run train.py -- 100"], folder="leaves", errors=True),
    program("asks", "system", "python3 ask.py 'a  b' '$HOME' '' < answers.txt", ["run ask.py -- 'a  b' '$HOME' '' < answers.txt"]),
    program("seeds", "system", "./run.sh", ["launch -- ./run.sh", "launch -- bash run.sh"]),
    program("lightning", "shelf", "python3 train.py --max_epochs 2", ["run train.py -- --max_epochs 2"], contents="csv|yaml"),
    program(
        "lightning-devices",
        "shelf",
        "python3 train.py --devices 2",
        ["run train.py -- --devices 2"],
        group=["run train.py --nproc 2 -- --devices 2"],
        folder="lightning",
        contents="csv|yaml",
    ),
    program("sft", "trl", "python3 train.py", ["run train.py"], contents="json"),
    program("accelerate", "shelf", "accelerate launch --cpu train.py", ["launch -- accelerate launch --cpu train.py"]),
    program(
        "accelerate-ddp",
        "shelf",
        "torchrun --nproc_per_node=2 train.py --cpu",
        [],
        group=["run train.py --nproc 2 -- --cpu"],
        folder="accelerate",
    ),
    program(
        "trainer",
        "shelf",
        "python3 train.py --output_dir out --max_steps 6 --logging_steps 2 --use_cpu",
        ["run train.py -- --output_dir out --max_steps 6 --logging_steps 2 --use_cpu"],
        varies=r"^\[[-\d:, ]+\]",
        # Transformers reports to Trainyard unasked, and keeps among its arguments to whom it reports.
        contents=r"(?<!training_args\.bin)$",
    ),
    program("peft", "shelf", "python3 train.py", ["run train.py"], contents="safetensors"),
    program("fsdp", "shelf", "torchrun --nproc-per-node 2 train.py", ["launch -- torchrun --nproc-per-node 2 train.py"], group=["run train.py --nproc 2"], unordered=True),
    program(
        "deepspeed",
        "shelf",
        "./run.sh --steps 3",
        ["launch -- ./run.sh --steps 3"],
        group=["run train.py --nproc 2 -- --deepspeed --deepspeed_config ds_config.json --steps 3"],
        unordered=True,
        varies=r"^\[[-\d:, ]+\]",
    ),
    program("hydra", "shelf", "python3 train.py --multirun lr=0.1,0.01 model=small,large", varies=r"^\[[-\d:, ]+\]", same=["run train.py -- --multirun lr=0.1,0.01 model=small,large"]),
    program("hydra-single", "shelf", r"""python3 train.py steps=5 +note="'a=\$b'" """, [r"""run train.py -- steps=5 +note="'a=\$b'" """], folder="hydra"),
    program("tensorboard", "shelf", "python3 train.py runs/one", ["run train.py -- runs/one"], masked="[0-9]+.*", contents="$^"),
    program(
        "jax",
        "jax-xgboost",
        "mpirun -n 2 python3 train.py",
        ["launch -- mpirun -n 2 python3 train.py"],
        group=["run train.py --framework mpi --nproc 2", "launch --nodes 2 --follow all -- mpirun python3 train.py"],
        unordered=True,
    ),
    program("jax-alone", "jax-xgboost", "python3 alone.py", ["run alone.py"], folder="jax"),
    program("xgboost", "jax-xgboost", "python3 train.py --rounds 20", ["run train.py -- --rounds 20"]),
    program("xgboost-workers", "jax-xgboost", "python3 workers.py 2", ["run workers.py -- 2"], folder="xgboost", varies=r"^\[[\d:]+\]", unordered=True, contents="$^"),
    program("tensorflow", "tensorflow", "python3 train.py", ["run train.py"]),
    program("tensorflow-two", "tensorflow", "./run.sh", ["launch -- ./run.sh"], group=["run train.py --nodes 2 --follow all"], folder="tensorflow"),
    program(
        "paddle",
        "paddle",
        "python3 -m paddle.distributed.launch --nproc_per_node 2 train.py",
        ["launch -- python3 -m paddle.distributed.launch --nproc_per_node 2 train.py"],
        group=["run train.py --nproc 2"],
        variables={"GLOG_minloglevel": "2", "PYTHONWARNINGS": "ignore"},
        launchers="^log/",
        masked=r"default\.\w+",
        contents="pdparams",
    ),
]
