"""The libraries of the stores, where they are not installed: a virtual environment that is made once, as on a laptop."""

import fcntl
import hashlib
import os
import subprocess
import sys

from trainyard_initializer.failure import ExitCode, Failure

VARIABLE = "TRAINYARD_INITIALIZER_ENVIRONMENT"
_INSIDE = "TRAINYARD_INITIALIZER_INSIDE"
_REQUIREMENTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "requirements.txt")


def enter(scheme, missing, arguments, environment, console):
    """Starts the program again where the libraries are; fails where it must not make such a place."""
    install = f"{sys.executable} -m pip install -r {_REQUIREMENTS}"
    folder = environment.get(VARIABLE, "")
    if environment.get(_INSIDE) or not folder:
        raise Failure(
            ExitCode.CONFIGURATION,
            f"{scheme}:// needs Python packages that {sys.executable} does not have ({missing}); install them with: {install}",
        )
    interpreter = _prepared(folder, console)
    inside = {**environment, _INSIDE: "true"}
    os.execve(interpreter, [interpreter, "-m", "trainyard_initializer", *arguments], inside)


def _prepared(folder, console):
    """The interpreter of the environment, which nobody removes as long as this program runs in it."""
    with open(_REQUIREMENTS, "rb") as stream:
        key = hashlib.sha256(stream.read() + sys.version.encode()).hexdigest()[:16]
    place = os.path.join(os.path.abspath(folder), key)
    interpreter = os.path.join(place, "bin", "python")
    complete = os.path.join(place, "complete")
    while True:
        os.makedirs(place, exist_ok=True)
        lock = os.open(os.path.join(place, "lock"), os.O_RDWR | os.O_CREAT, 0o666)
        fcntl.flock(lock, fcntl.LOCK_SH)
        if _is_at(lock, place) and os.path.exists(complete):
            os.utime(lock)
            # Held by the program that takes our place.
            os.set_inheritable(lock, True)
            return interpreter
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _is_at(lock, place) and not os.path.exists(complete):
            console.say(f"installing the packages for S3, Google Cloud Storage and the Hugging Face Hub into {place}, once")
            _run([sys.executable, "-m", "venv", place])
            _run([interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", _REQUIREMENTS])
            with open(complete, "w", encoding="ascii"):
                pass
        os.close(lock)


def _is_at(lock, place):
    """Whether nobody has removed the environment meanwhile."""
    try:
        return os.path.samestat(os.fstat(lock), os.stat(os.path.join(place, "lock")))
    except FileNotFoundError:
        return False


def _run(command):
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if ended.returncode:
        raise Failure(
            ExitCode.NETWORK,
            f"'{' '.join(command)}' failed: {ended.stdout.strip()[-2000:]}; the packages of {_REQUIREMENTS} are needed,"
            " name a Python that has them (--python of a local run) or mend that",
        )
