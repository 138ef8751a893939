"""Comes before the modules of a program that runs with --debug or --profile: finds out which rank this process is, and hands over to what was asked for."""

import importlib
import os
import sys

_FOLDER = os.environ.get("TRAINYARD_PYTHON_FOLDER", "")
_LAUNCHERS = (
    "torchrun",
    "torch.distributed.run",
    "torch.distributed.launch",
    "accelerate",
    "accelerate-launch",
    "accelerate.commands.launch",
    "deepspeed",
    "horovodrun",
    "mpirun",
)


def _next_of_this_name():
    """The sitecustomize of the user's Python, which this one hides."""
    this = sys.modules.pop(__name__)
    sys.path[:] = [entry for entry in sys.path if entry != _FOLDER]
    try:
        importlib.import_module(__name__)
    except ImportError:
        pass
    finally:
        sys.modules.setdefault(__name__, this)


def _words():
    try:
        return list(sys.orig_argv)
    except AttributeError:
        try:
            with open("/proc/self/cmdline", encoding="utf-8", errors="replace") as words:
                return words.read().split("\0")
        except OSError:
            return []


def _rank():
    """The rank of this process; none of launchers and of helpers."""
    words = _words()
    if "-c" in words[1:3] or any(word.endswith(_LAUNCHERS) for word in words[:4]):
        return None
    for name in ("RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "JAX_PROCESS_ID", "PET_NODE_RANK", "JOB_COMPLETION_INDEX"):
        if os.environ.get(name, "").isdigit():
            return os.environ[name]
    return None


def _begin():
    rank = _rank()
    if rank is None:
        return
    for tool in ("debug", "profile"):
        variable = "TRAINYARD_%s_RANK" % tool.upper()
        wanted = os.environ.get(variable, "")
        if wanted:
            # What this process starts has its variables, but is no rank.
            os.environ[variable] = ""
            importlib.import_module("_trainyard_" + tool).begin(rank, wanted)


_begin()
_next_of_this_name()
