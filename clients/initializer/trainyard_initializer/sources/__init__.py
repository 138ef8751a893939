"""Where data comes from: one module for each kind of store, loaded only when an address names it."""

import importlib

from trainyard_initializer.failure import ExitCode, Failure

_MODULES = {"s3": "s3", "gs": "gcs", "hf": "hub", "http": "web", "https": "web", "file": "folder", "pvc": "folder"}


class Source:
    """A place that files are fetched from. `list` is called by one thread, `fetch` by many.

    Both raise a Failure for what will not get better, and an Interruption for what may. `may_fork` says that copies of it, made before `list`, can
    `fetch` in processes of their own.
    """

    may_fork = False

    def list(self):
        """The Listing of all files that the settings take."""
        raise NotImplementedError

    def fetch(self, entry, part):
        """Appends what the part lacks."""
        raise NotImplementedError


def module_of(scheme):
    """The module for a scheme. Raises ImportError where the store's library is not installed."""
    return importlib.import_module(f"{__name__}.{_MODULES[scheme]}")


def require_files(entries, uri, store):
    """A source without files is a mistake in the address far more often than it is meant."""
    if not entries:
        raise Failure(
            ExitCode.NOTHING_MATCHED,
            f"{uri} holds no files that are to be fetched; look at the address in {store}, and at ALLOW_PATTERNS and IGNORE_PATTERNS",
        )
    return entries


def below(key, prefix):
    """The path of a key in the target: what follows the folder that the address names, or the name of the one object."""
    return key[len(prefix) :].lstrip("/") or key.rpartition("/")[2]
