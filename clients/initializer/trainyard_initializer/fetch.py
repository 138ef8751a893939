"""One data set or model: what is missing of it comes into the target, through the cache if there is one."""

from dataclasses import dataclass, replace

from trainyard_initializer import cache
from trainyard_initializer.failure import ExitCode, Failure, Interruption, Stopped
from trainyard_initializer.target import Target, safe
from trainyard_initializer.transfer import Transfer

_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 16.0


@dataclass(frozen=True)
class Result:
    """What is in the target now, and how much of it came in this very run."""

    files: int
    bytes: int
    fetched: int
    omissions: tuple = ()


def run(settings, source, progress, redaction, workers):
    """Fills the target; gives a Result."""
    listing = _listed(source, settings, progress)
    return replace(_run(listing, settings, source, progress, redaction, workers), omissions=tuple(listing.omissions))


def _run(listing, settings, source, progress, redaction, workers):
    entries = [replace(entry, path=safe(entry.path)) for entry in listing.entries]
    _require_one_path_each(entries)
    selection = [settings.kind, list(settings.allow), None if settings.ignore is None else list(settings.ignore), settings.unpack]
    origin = _Origin(redaction(settings.uri.text), listing.revision, selection)
    progress.expect(listing.bytes, len(entries))
    target = Target(settings.target)
    target.open()

    def fill(folder):
        return _fill(entries, folder, origin, progress, Transfer(source, folder, settings, progress, workers))

    if not settings.cache:
        return fill(target)
    shelf = cache.CacheEntry(settings.cache, settings.uri.text, listing.revision, selection)
    content = shelf.content
    with shelf.locked(True, progress):
        content.open()
        fetched = fill(content)
    with shelf.locked(False, progress):
        return _linked(content, Target(settings.target, cache.READ_ONLY), origin, fetched)


@dataclass(frozen=True)
class _Origin:
    """What a marker says about where the files are from."""

    source: str
    revision: str
    selection: list

    def is_of(self, marker):
        return marker is not None and (marker.get("source"), marker.get("revision"), marker.get("selection")) == (
            self.source,
            self.revision,
            self.selection,
        )


def _listed(source, settings, progress):
    attempts = 0
    while True:
        try:
            return source.list()
        except Interruption as interruption:
            attempts += 1
            if attempts > settings.retries:
                raise Failure(
                    ExitCode.NETWORK,
                    f"{settings.uri} could not be read in {attempts} attempts: {interruption}."
                    " Look whether the store is well and can be reached from this pod",
                ) from interruption
            pause = interruption.retry_after
            progress.wait(f"{interruption}; trying again")
            if progress.sleep(min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** (attempts - 1)) if pause is None else pause):
                raise Stopped() from interruption
            progress.wait("")


def _require_one_path_each(entries):
    seen = {}
    for entry in entries:
        other = seen.setdefault(entry.path, entry)
        if other is not entry:
            raise Failure(
                ExitCode.CONFIGURATION,
                f'"{other.key}" and "{entry.key}" would be the same file, {entry.path}; leave one of them out with IGNORE_PATTERNS',
            )


def _fill(entries, target, origin, progress, transfer):
    kept = target.kept(entries)
    missing = [entry for entry in entries if entry.path not in kept]
    files = [each for group in kept.values() for each in group]
    if not missing and origin.is_of(target.manifest()):
        progress.have(sum(each.size for each in files), len(entries))
        return Result(len(files), sum(each.size for each in files), 0)
    progress.have(sum(entry.size or 0 for entry in entries if entry.path in kept), len(kept))
    target.begin(kept)
    target.require_space(sum(max(0, (entry.size or 0) - target.begun(entry)) for entry in missing))
    fetched = transfer.run(missing)
    files += [each for group in fetched.values() for each in group]
    target.finish(origin.source, origin.revision, origin.selection, files)
    return Result(len(files), sum(each.size for each in files), sum(each.size for group in fetched.values() for each in group))


def _linked(content, target, origin, result):
    """Gives the target the files of a cache entry."""
    target.open()
    if not (origin.is_of(target.manifest()) and all(target.holds(each) for each in target.stored())):
        target.begin({})
        files = cache.link(content, content.stored(), target)
        target.finish(origin.source, origin.revision, origin.selection, files)
    return result
