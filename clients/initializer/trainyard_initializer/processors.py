"""How many processors there are for this program, which may be fewer than the machine has."""

import os

_QUOTA = "/sys/fs/cgroup/cpu.max"
_OLD_QUOTA = ("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us")


def available():
    """At least 1; 1 as well where the system does not say."""
    if not hasattr(os, "sched_getaffinity"):
        return 1
    return limited(len(os.sched_getaffinity(0)), _read(_QUOTA) or " ".join(map(_read, _OLD_QUOTA)))


def limited(count, quota):
    """Of so many processors those that a container's limit leaves: microseconds in a period of microseconds, such as `150000 100000`."""
    try:
        used, period = map(int, quota.split())
    except ValueError:
        return count  # `max`, or no limit at all.
    return count if used <= 0 or period <= 0 else max(1, min(count, -(-used // period)))


def _read(file):
    try:
        with open(file, encoding="ascii") as stream:
            return stream.read().strip()
    except OSError:
        return ""
