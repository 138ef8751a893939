"""`hf://owner/name`: the Hugging Face Hub, or a mirror of it."""

import os
import urllib.parse

# Read by the library when it is loaded: it tells nobody about us, and draws no bars.
os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")

# pylint: disable=wrong-import-position
import httpx2  # noqa: E402
import huggingface_hub  # noqa: E402
from huggingface_hub import errors  # noqa: E402
from huggingface_hub.utils import build_hf_headers, hf_raise_for_status  # noqa: E402

from trainyard_initializer import VERSION  # noqa: E402
from trainyard_initializer.content import Checksum, Entry, Listing  # noqa: E402
from trainyard_initializer.failure import ExitCode, Failure, Interruption  # noqa: E402
from trainyard_initializer.part import changed  # noqa: E402
from trainyard_initializer.patterns import hub_model  # noqa: E402
from trainyard_initializer.settings import first, truth  # noqa: E402
from trainyard_initializer.sources import Source, require_files  # noqa: E402
from trainyard_initializer.sources.web import retry_after  # noqa: E402

_TOKENS = ("ACCESS_TOKEN", "HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HUGGING_FACE_TOKEN", "token")
_HUB = "https://huggingface.co"
# The hosts of large files send no more at a time.
_LARGEST_ANSWER = 40 * 10**9
_PARTIAL, _NO_SUCH_RANGE = 206, 416


class HubSource(Source):
    """A repository, or a folder of it, at one commit."""

    def __init__(self, settings):
        self._settings = settings
        environment = settings.environment
        self._type = settings.kind
        self._repository, self._folder, revision = name_of(settings.uri, settings.kind)
        named = first(environment, "REVISION", *(["MODEL_VERSION"] if settings.kind == "model" else []))
        self._revision = revision or named or "main"
        self._endpoint = (environment.get("HF_ENDPOINT") or _HUB).rstrip("/")
        # False, not None: None would let the library look for a token on the disk.
        self._token = first(environment, *_TOKENS) or False
        self._api = huggingface_hub.HfApi(
            endpoint=self._endpoint, token=self._token, library_name="trainyard-initializer", library_version=VERSION
        )
        self._headers = build_hf_headers(token=self._token, library_name="trainyard-initializer", library_version=VERSION)
        # A compressed answer has neither the size nor the ranges of the file.
        self._headers["Accept-Encoding"] = "identity"
        self._commit = ""

    def list(self):
        try:
            self._commit = self._api.repo_info(
                self._repository, revision=self._revision, repo_type=self._type, timeout=self._settings.timeout
            ).sha
            tree = self._api.list_repo_tree(self._repository, recursive=True, revision=self._commit, repo_type=self._type)
            files = [file for file in tree if hasattr(file, "blob_id")]
        except Exception as error:
            raise self._meaning(error, str(self._settings.uri)) from error
        if self._folder and (self._type == "model" or truth(self._settings.environment, "HF_SUBPATH_ONLY", False)):
            files = [file for file in files if file.path == self._folder or file.path.startswith(self._folder + "/")]
        selection = self._selection([file.path for file in files])
        taken = [_entry(file) for file in files if selection.takes(file.path)]
        return Listing(self._commit, require_files(taken, self._settings.uri, "the repository"))

    def _selection(self, paths):
        if self._type == "model" and not self._settings.has_patterns:
            return hub_model(paths, truth(self._settings.environment, "ALLOW_CODE", False))
        return self._settings.selection

    def fetch(self, entry, part):
        """From where the part ends. The library's own download would begin a file anew after a kill."""
        url = huggingface_hub.hf_hub_url(self._repository, entry.key, repo_type=self._type, revision=self._commit, endpoint=self._endpoint)
        try:
            while True:
                self._fetch(url, entry, part)
                if part.is_complete or part.size % _LARGEST_ANSWER or not part.size:
                    return
        except Exception as error:
            raise self._meaning(error, f"{self._settings.uri}: {entry.key}") from error

    def _fetch(self, url, entry, part):
        headers = dict(self._headers)
        if part.size or entry.size > _LARGEST_ANSWER:
            headers["Range"] = f"bytes={part.size}-{min(entry.size, part.size + _LARGEST_ANSWER) - 1}"
        # The session follows redirects, and takes the token off where they lead to another host.
        with huggingface_hub.get_session().stream("GET", url, headers=headers, timeout=self._settings.timeout) as answer:
            if answer.status_code == _NO_SUCH_RANGE:
                part.restart()
                raise Interruption("the Hub has no such range")
            hf_raise_for_status(answer)
            if answer.headers.get("X-Repo-Commit", self._commit) != self._commit:
                raise changed(entry)
            if part.size and not (answer.status_code == _PARTIAL and answer.headers.get("Content-Range", "").startswith(f"bytes {part.size}-")):
                part.restart()
            for chunk in answer.iter_raw():
                part.append(chunk)

    def _meaning(self, error, what):
        page = f"{self._endpoint}/{'datasets/' if self._type == 'dataset' else ''}{self._repository}"
        if isinstance(error, errors.GatedRepoError):
            return Failure(ExitCode.DENIED, f"{what}: its licence has to be accepted first, at {page}, by the owner of the token in ACCESS_TOKEN")
        if isinstance(error, errors.RevisionNotFoundError):
            return Failure(ExitCode.NOT_FOUND, f"{what} has no revision {self._revision}; set REVISION to a branch, a tag or a commit of {page}")
        if isinstance(error, errors.RepositoryNotFoundError):
            said = "look at the name, and at the token" if self._token else "look at the name; a private one needs ACCESS_TOKEN in the Secret of secretRef"
            return Failure(ExitCode.NOT_FOUND if self._token else ExitCode.DENIED, f"{what}: there is no {self._type} {self._repository} here; {said}")
        if isinstance(error, errors.HFValidationError):
            return Failure(ExitCode.CONFIGURATION, f"{what} is no name of a repository; write hf://owner/name")
        if isinstance(error, errors.LocalEntryNotFoundError):
            return Interruption("the Hub cannot be reached")
        if isinstance(error, errors.EntryNotFoundError):
            return Failure(ExitCode.NOT_FOUND, f"{what} does not exist at commit {self._commit}; look at the address")
        if isinstance(error, errors.HfHubHTTPError):
            return self._of_answer(error, what, page)
        if isinstance(error, (httpx2.HTTPError, httpx2.StreamError, ConnectionError, TimeoutError)):
            return Interruption(f"the connection broke ({type(error).__name__})")
        return error

    def _of_answer(self, error, what, page):
        status = error.response.status_code if error.response is not None else 0
        if status in (401, 403):
            return Failure(ExitCode.DENIED, f"{what}: the Hub answers {status}; set ACCESS_TOKEN in the Secret of secretRef to a token that may read {page}")
        if status == 404:
            return Failure(ExitCode.NOT_FOUND, f"{what}: the Hub answers 404; look at the address")
        if status in (0, 408, 425, 429, 416) or status >= 500:
            return Interruption(f"the Hub answers {status or 'nothing'}", retry_after(error.response.headers) if status else None)
        return Failure(ExitCode.CONFIGURATION, f"{what}: the Hub answers {status}; look at the address")


def name_of(uri, kind):
    """The repository, the folder of it that is taken (empty for all), and the revision that the address names (empty for none)."""
    whole = f"{uri.authority}/{uri.path}".strip("/")
    parts = whole.split("/")
    revision = ""
    for index in range(min(2, len(parts))):
        parts[index], found, named = parts[index].partition("@")
        if found:
            revision = urllib.parse.unquote(named)
    repository = "/".join(parts[:2])
    folder = "/".join(parts[2:])
    if not all(parts[:2]):
        raise Failure(ExitCode.CONFIGURATION, f"{uri} names no {kind}; write hf://owner/name, or hf://owner/name@revision")
    return repository, folder, revision


def _entry(file):
    if file.lfs:
        checksum = Checksum("sha256", file.lfs.sha256)
    else:
        checksum = Checksum("git", file.blob_id)
    return Entry(file.path, file.path, file.size, str(checksum), checksum)


def create(settings):
    return HubSource(settings)
