"""The command line: `dataset`, `model` or `output`. Everything else comes from the environment."""

import os
import signal
import sys
import time

from trainyard_initializer import VERSION, environment, fetch, output, sources
from trainyard_initializer.console import Console
from trainyard_initializer.failure import ExitCode, Failure, Redaction, Stopped, disk_failure, fault
from trainyard_initializer.progress import Progress, amount
from trainyard_initializer.report import Reports
from trainyard_initializer.settings import Settings, secrets
from trainyard_initializer.tree import named
from trainyard_initializer.workers import Workers

_KINDS = ("dataset", "model", "output")
_USAGE = f"usage: trainyard-initializer {'|'.join(_KINDS)}; where from and where to is said by STORAGE_URI or OUTPUT_URI, see docs/guides/data.md"


def main(arguments, variables=None):
    """Runs; gives the exit code."""
    variables = dict(os.environ if variables is None else variables)
    redaction = Redaction(secrets(variables))
    console = Console(redaction, variables)
    try:
        if arguments == ["--version"]:
            console.say(f"trainyard-initializer {VERSION}")
            return ExitCode.DONE
        if len(arguments) != 1 or arguments[0] not in _KINDS:
            raise Failure(ExitCode.CONFIGURATION, _USAGE)
        begin = time.monotonic()
        said, omissions = _run(arguments, variables, console, redaction)
        message = f"{said} in {time.monotonic() - begin:.1f} s{named(omissions)}"
        console.say(message)
        console.last_words(message)
        return ExitCode.DONE
    except Failure as failure:
        return _failed(failure, console, variables)
    except Stopped:
        console.complain("stopped; what was fetched stays for the next start")
        return ExitCode.STOPPED
    except OSError as error:
        return _failed(disk_failure(error, "the target") or Failure(ExitCode.FAULT, f"{error}"), console, variables)
    except Exception as error:  # pylint: disable=broad-except
        return _failed(fault(error), console, variables)


def _run(arguments, variables, console, redaction):
    """Gives what to say at the end, and what was left out."""
    progress = Progress(console)
    _stop_on_signals(progress)
    if arguments[0] == "output":
        job = output.Job.read(variables)
        with progress:
            return job.run(progress, _loaded(job.uri, arguments, variables, console))
    settings = Settings.read(arguments[0], variables)
    if settings is None:
        return f"STORAGE_URI is not set: there is no {arguments[0]} to fetch, done", ()
    module = _loaded(settings.uri, arguments, variables, console)
    source = module.create(settings)
    if settings.uri.scheme == "pvc" and not settings.copies_claims:
        listing = source.list()
        return f"{settings.uri} is mounted: {len(listing.entries):,} files, {amount(listing.bytes)}; nothing to copy", listing.omissions
    # First the processes: a copy of a program that has threads may wait for ever for what one of them held.
    with Workers(source, settings) as workers, progress, Reports(progress, settings.kind, variables, console):
        result = fetch.run(settings, source, progress, redaction, workers)
    holds = f"{result.files:,} files, {amount(result.bytes)}"
    if not result.fetched:
        return f"{settings.target} already holds {redaction(settings.uri.text)}: {holds}; nothing to fetch", result.omissions
    return f"fetched {redaction(settings.uri.text)} to {settings.target}: {holds}", result.omissions


def _loaded(uri, arguments, variables, console):
    try:
        return sources.module_of(uri.scheme)
    except ImportError as error:
        return environment.enter(uri.scheme, error.name or str(error), arguments, variables, console)


def _failed(failure, console, variables):
    """One line, whatever a library wrote."""
    if failure.trace and variables.get("TRAINYARD_DEBUG"):
        console.complain(failure.trace)
    sentence = " ".join(failure.sentence.split())
    console.complain(f"error: {sentence}")
    console.last_words(f"{int(failure.code)}: {sentence}")
    return failure.code


def _stop_on_signals(progress):
    def stop(number, frame):
        del number, frame
        if progress.is_stopped:
            # Asked twice: whoever waits for a store that does not answer waits no longer.
            os._exit(ExitCode.STOPPED)
        progress.stop()
        signal.setitimer(signal.ITIMER_REAL, _TIMEOUT_SECONDS)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGALRM, lambda *_: os._exit(ExitCode.STOPPED))


# All bytes are on the file system already; this is only for printing a last line.
_TIMEOUT_SECONDS = 3

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
