"""`gs://bucket/prefix`: Google Cloud Storage."""

import base64
import binascii
import json

import requests
from google.api_core import exceptions as answers
from google.auth import exceptions as logins
from google.auth.credentials import AnonymousCredentials
from google.cloud import storage
from google.oauth2 import service_account

from trainyard_initializer.content import Checksum, Entry, Listing
from trainyard_initializer.failure import ExitCode, Failure, Interruption
from trainyard_initializer.output import BucketWriter
from trainyard_initializer.part import changed
from trainyard_initializer.settings import first, truth
from trainyard_initializer.sources import Source, below, require_files

_SEND_TIMEOUT = 60
_HINT = (
    "give a Secret with GCS_CREDENTIAL (the service account's JSON key, base64) as secretRef, or a service account of the cluster with Workload Identity."
    " A bucket that everybody may read needs GCS_ALLOW_ANONYMOUS=true"
)
_BROKEN = (requests.exceptions.RequestException, ConnectionError, TimeoutError, logins.TransportError)
_BUSY = (answers.TooManyRequests, answers.ServerError, answers.RetryError)


class GoogleSource(Source):
    """One object, or all objects below a folder of a bucket."""

    def __init__(self, settings):
        self._settings = settings
        self._prefix = settings.uri.path.lstrip("/")
        self._bucket = connect(settings.environment, settings.concurrency).bucket(settings.uri.authority)

    def list(self):
        try:
            found = self._list()
        except Exception as error:
            raise meaning(error, str(self._settings.uri), self._settings.uri.authority) from error
        selection = self._settings.selection
        taken = [entry for entry in found if selection.takes(entry.path, entry.key)]
        return Listing.of(require_files(taken, self._settings.uri, "the bucket"))

    def _list(self):
        folder = self._prefix
        if self._prefix and not self._prefix.endswith("/"):
            blob = self._bucket.get_blob(self._prefix, timeout=self._settings.timeout, retry=None)
            if blob is not None:
                return [_entry(blob, self._prefix)]
            folder += "/"
        blobs = self._bucket.list_blobs(
            prefix=folder or None,
            fields="items(name,size,generation,md5Hash,contentEncoding),nextPageToken",
            timeout=self._settings.timeout,
            # Whoever called tries again, and says so; the library would for two minutes, silently.
            retry=None,
        )
        return [_entry(blob, folder) for blob in blobs if not blob.name.endswith("/")]

    def fetch(self, entry, part):
        blob = self._bucket.blob(entry.key)
        try:
            blob.download_to_file(
                _Appending(part),
                start=part.size or None,
                # As it is stored: one that the server unpacks has another size.
                raw_download=True,
                if_generation_match=int(entry.identity),
                # The part compares its own, over all that it has.
                checksum=None,
                # Whoever called goes on where this attempt ended.
                retry=None,
                timeout=self._settings.timeout,
            )
        except (answers.PreconditionFailed, answers.NotFound):
            raise changed(entry) from None
        except Exception as error:
            raise meaning(error, f"gs://{self._settings.uri.authority}/{entry.key}", self._settings.uri.authority) from error


class _Appending:
    """What the library sees of a part: something to write to."""

    def __init__(self, part):
        self._part = part

    def write(self, chunk):
        self._part.append(chunk)
        return len(chunk)

    def flush(self):
        """There is nothing to flush."""

    def tell(self):
        return self._part.size


def connect(environment, connections):
    """A client, as the service account that the variables or the cluster name."""
    if truth(environment, "GCS_ALLOW_ANONYMOUS", False) or environment.get("STORAGE_EMULATOR_HOST"):
        client = storage.Client(project="none", credentials=AnonymousCredentials())
    elif environment.get("GCS_CREDENTIAL"):
        client = storage.Client(project="none", credentials=_credentials(environment["GCS_CREDENTIAL"]))
    else:
        try:
            client = storage.Client(project=first(environment, "GOOGLE_CLOUD_PROJECT") or "none")
        except (logins.GoogleAuthError, OSError, ValueError) as error:
            raise Failure(ExitCode.DENIED, f"there are no credentials for gs:// ({type(error).__name__}); {_HINT}") from None
    adapter = requests.adapters.HTTPAdapter(pool_connections=connections + 2, pool_maxsize=connections + 2)
    client._http.mount("https://", adapter)
    client._http.mount("http://", adapter)
    return client


def _credentials(text):
    try:
        key = json.loads(base64.b64decode(text, validate=True))
        return service_account.Credentials.from_service_account_info(
            key, scopes=["https://www.googleapis.com/auth/devstorage.read_write"]
        )
    except (binascii.Error, ValueError, TypeError, AttributeError):
        # Without the text of the error: it may quote the key.
        raise Failure(ExitCode.CONFIGURATION, "GCS_CREDENTIAL is not the base64 of a service account's JSON key; make it by base64 -w0 key.json") from None


def _entry(blob, prefix):
    checksum = None
    if blob.md5_hash:
        checksum = Checksum("md5", base64.b64decode(blob.md5_hash).hex())
    return Entry(below(blob.name, prefix), blob.name, blob.size, str(blob.generation), checksum)


def meaning(error, what, bucket):
    """The failure or interruption that an error of the library stands for; the error itself where it is none of the store's."""
    if isinstance(error, answers.NotFound):
        return Failure(ExitCode.NOT_FOUND, f"{what}: there is no bucket {bucket}, or no such object; look at the address")
    if isinstance(error, (answers.Forbidden, answers.Unauthorized)):
        return Failure(ExitCode.DENIED, f"{what}: the store answers {error.code}; look whether the account may list and read the bucket, or {_HINT}")
    if isinstance(error, _BUSY):
        return Interruption(f"the store answers {getattr(error, 'code', 'nothing')}")
    if isinstance(error, _BROKEN):
        return Interruption(f"the connection broke ({type(error).__name__})")
    if isinstance(error, logins.GoogleAuthError):
        return Failure(ExitCode.DENIED, f"{what}: the account cannot log in ({type(error).__name__}); {_HINT}")
    if isinstance(error, answers.GoogleAPICallError):
        return Failure(ExitCode.CONFIGURATION, f"{what}: the store answers {error.code}; look at the address")
    return error


def create(settings):
    return GoogleSource(settings)


class GoogleWriter(BucketWriter):
    """A folder of a bucket as the place for results."""

    def __init__(self, uri, environment):
        super().__init__(uri)
        self._client = connect(environment, 1).bucket(uri.authority)

    def _send(self, file, key):
        try:
            self._client.blob(key).upload_from_filename(file, timeout=_SEND_TIMEOUT)
        except Exception as error:
            found = meaning(error, f"gs://{self._bucket}/{key}", self._bucket)
            if isinstance(found, Interruption):
                # The library has made its attempts already.
                raise Failure(ExitCode.NETWORK, f"gs://{self._bucket}/{key}: {found}; start again") from error
            raise found from error


def writer(uri, environment):
    return GoogleWriter(uri, environment)
