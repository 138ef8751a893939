"""The initializer beside `aws s3 cp`, s5cmd and rclone, as far as they are on the PATH: the same files from the same S3 server on this machine.

    python bench/compare.py [--files 1000] [--size 1048576] [--rounds 3] [--folder FOLDER] [--only NAME,NAME]

The server is `rclone serve s3`, so rclone must be there. Tools take turns, so that a machine that is busy is busy for all. Prints a table in Markdown;
processor time says more than the time that passed where other programs run as well.
"""

import argparse
import contextlib
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = pathlib.Path(__file__).resolve().parent.parent
KEY, SECRET = "bench-key", "bench-secret"
BUCKET = "data"
_LOOK_SECONDS = 0.5


def variables(address, **more):
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    own = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true"}
    return kept | own | {"AWS_ENDPOINT_URL_S3": address} | more


def remote(address):
    return f":s3,provider=Other,env_auth,endpoint='{address}':{BUCKET}"


def contenders(address, target):
    """Command and variables by name."""
    ours = {"PYTHONPATH": str(PROGRAM), "STORAGE_URI": f"s3://{BUCKET}", "TARGET_PATH": target}
    program = [sys.executable, "-m", "trainyard_initializer", "dataset"]
    found = {
        "initializer": (program, variables(address, **ours)),
        "initializer, VERIFY_CHECKSUMS=false": (program, variables(address, VERIFY_CHECKSUMS="false", **ours)),
        "s5cmd": (["s5cmd", "--log", "error", "--endpoint-url", address, "cp", f"s3://{BUCKET}/*", target + "/"], variables(address)),
        "aws s3 cp": (["aws", "s3", "cp", "--only-show-errors", "--recursive", f"s3://{BUCKET}", target], variables(address)),
        "rclone copy": (["rclone", "copy", remote(address), target], variables(address)),
    }
    return {name: (command, environment) for name, (command, environment) in found.items() if shutil.which(command[0])}


@contextlib.contextmanager
def server(folder, log):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # It reads every file once to tell its tag, and must not do so again meanwhile.
    command = ["rclone", "serve", "s3", "--dir-cache-time", "24h", "--auth-key", f"{KEY},{SECRET}", "--addr", f"127.0.0.1:{port}", folder]
    with open(log, "wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if process.poll() is not None:
                sys.exit(f"rclone ended; see {log}")
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait()


def processor(pid):
    """Seconds of processor time of a process so far."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid):
    """MiB of a process and of those that it has started; what several share counts once."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as rollup:
            own = next(int(line.split()[1]) for line in rollup if line.startswith("Pss:")) / 1024
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
            return own + sum(map(memory, children.read().split()))
    except (OSError, StopIteration):
        return 0.0  # It has just ended.


def run(command, environment, pid):
    """(seconds, processor seconds, of the server, most MiB seen) of one run."""
    before, begin = processor(pid), time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    seen = []
    ended = threading.Event()

    def look():
        while not ended.wait(_LOOK_SECONDS):
            seen.append(memory(process.pid))

    watching = threading.Thread(target=look)
    watching.start()
    # With the time of all that it has started and waited for.
    _, status, usage = os.wait4(process.pid, 0)
    passed = time.monotonic() - begin
    ended.set()
    watching.join()
    if status:
        sys.exit(f"{command[0]} failed")
    return passed, usage.ru_utime + usage.ru_stime, processor(pid) - before, max(seen, default=usage.ru_maxrss / 1024)


def main():
    parser = argparse.ArgumentParser(description="The initializer beside other programs that fetch from S3.")
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--size", type=int, default=1 << 20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="names of tools as the table has them; all without it")
    parser.add_argument("--folder", help="where all files are written; they are removed at the end")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        source = pathlib.Path(folder, "source", BUCKET)
        source.mkdir(parents=True)
        for index in range(arguments.files):
            (source / f"{index:06}.bin").write_bytes(os.urandom(arguments.size))
        target = os.path.join(folder, "target")
        seen = {}
        begin = os.getloadavg()[0]
        with server(str(source.parent), os.path.join(folder, "server.log")) as (address, pid):
            subprocess.run(["rclone", "size", remote(address)], env=variables(address), stdout=subprocess.DEVNULL, check=True)
            for _ in range(arguments.rounds):
                for name, (command, environment) in contenders(address, target).items():
                    if arguments.only and name not in arguments.only.split(","):
                        continue
                    seen.setdefault(name, []).append(run(command, environment, pid))
                    count = sum(len(files) for root, _, files in os.walk(target) if ".trainyard" not in root)
                    if count != arguments.files:
                        sys.exit(f"{name} fetched {count} files")
                    shutil.rmtree(target)
        print(f"{arguments.files:,} files of {arguments.size:,} bytes, medians of {arguments.rounds}; load {begin:.1f} to {os.getloadavg()[0]:.1f}\n")
        print("| | passed | processor | of the server | memory |\n|---|---|---|---|---|")
        for name, runs in seen.items():
            passed, own, other, memory = (statistics.median(values) for values in zip(*runs))
            print(f"| {name} | {passed:.1f} s | {own:.1f} s | {other:.1f} s | {memory:.0f} MiB |")


if __name__ == "__main__":
    main()
