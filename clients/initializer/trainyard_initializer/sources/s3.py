"""`s3://bucket/prefix`: Amazon's S3 and everything that speaks its protocol."""

import s3transfer
from botocore import exceptions as errors

from trainyard_initializer.content import Checksum, Entry, Listing
from trainyard_initializer.failure import ExitCode, Failure, Interruption
from trainyard_initializer.output import BucketWriter
from trainyard_initializer.part import changed
from trainyard_initializer.sources import Source, below, require_files
from trainyard_initializer.sources.s3_client import BROKEN, connect, meaning
from trainyard_initializer.sources.s3_objects import Objects

_SEND_TIMEOUT = 60
_SEND_CONNECTIONS = 10
_MD5_DIGITS = 32
_ENCRYPTION = "x-amz-server-side-encryption"
_CUSTOMERS_KEY = "x-amz-server-side-encryption-customer-algorithm"
_GONE = ("PreconditionFailed", "412", "NoSuchKey", "404")


class S3Source(Source):
    """One object, or all objects below a folder of a bucket."""

    may_fork = True

    def __init__(self, settings):
        self._settings = settings
        self._bucket = settings.uri.authority
        self._prefix = settings.uri.path.lstrip("/")
        self._client = connect(settings.environment, settings.timeout, settings.concurrency)
        self._objects = Objects(self._client, self._bucket, settings.timeout)

    def list(self):
        try:
            found = self._list()
        except errors.ClientError as error:
            raise self._meaning(error, str(self._settings.uri)) from error
        except (errors.BotoCoreError, *BROKEN) as error:
            raise self._meaning(error, str(self._settings.uri)) from error
        selection = self._settings.selection
        taken = [entry for entry in found if selection.takes(entry.path, entry.key)]
        return Listing.of(require_files(taken, self._settings.uri, "the bucket"))

    def _list(self):
        if self._prefix and not self._prefix.endswith("/"):
            # Exactly this object, if there is one; never its neighbours whose names begin alike.
            page = self._client.list_objects_v2(Bucket=self._bucket, Prefix=self._prefix, MaxKeys=1)
            for each in page.get("Contents", []):
                if each["Key"] == self._prefix:
                    return [_entry(each, self._prefix)]
        folder = self._prefix and self._prefix.rstrip("/") + "/"
        entries = []
        for page in self._client.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=folder):
            # Consoles make an empty object of such a name to show a folder.
            entries.extend(_entry(each, folder) for each in page.get("Contents", []) if not each["Key"].endswith("/"))
        return entries

    def fetch(self, entry, part):
        try:
            answer = self._objects.get(entry.key, entry.identity, part.size)
            headers = answer.headers
            if headers.get(_ENCRYPTION, "").startswith("aws:kms") or headers.get(_CUSTOMERS_KEY):
                # The tag of an object that is encrypted so is not its MD5.
                part.trust()
            if part.size and not headers.get("content-range", "").startswith(f"bytes {part.size}-"):
                part.restart()
            for piece in answer.pieces:
                part.append(piece)
        except errors.ClientError as error:
            if error.response["Error"].get("Code") in _GONE:
                raise changed(entry) from None
            raise self._meaning(error, f"s3://{self._bucket}/{entry.key}") from error
        except BROKEN as error:
            raise Interruption(f"the connection broke ({error})") from error

    def _meaning(self, error, what):
        return meaning(error, what, self._bucket, self._settings.environment)


def _entry(found, prefix):
    tag = found.get("ETag", "").strip('"').lower()
    # The tag of an object that was sent in one piece is its MD5.
    checksum = Checksum.parse(f"md5:{tag}", ":") if len(tag) == _MD5_DIGITS else None
    return Entry(below(found["Key"], prefix), found["Key"], found["Size"], tag, checksum)


def create(settings):
    return S3Source(settings)


class S3Writer(BucketWriter):
    """A folder of a bucket as the place for results."""

    def __init__(self, uri, environment):
        super().__init__(uri)
        self._environment = environment
        self._client = connect(environment, _SEND_TIMEOUT, _SEND_CONNECTIONS)
        self._transfer = s3transfer.S3Transfer(self._client)

    def _send(self, file, key):
        try:
            self._transfer.upload_file(file, self._bucket, key)
        except errors.ClientError as error:
            raise self._meaning(error, key) from error
        except (errors.BotoCoreError, s3transfer.S3UploadFailedError, *BROKEN) as error:
            cause = error.__context__ if isinstance(error.__context__, errors.ClientError) else error
            raise self._meaning(cause, key) from error

    def _meaning(self, error, key):
        found = meaning(error, f"s3://{self._bucket}/{key}", self._bucket, self._environment)
        # The library has made its attempts already.
        return Failure(ExitCode.NETWORK, f"s3://{self._bucket}/{key}: {found}; start again") if isinstance(found, Interruption) else found


def writer(uri, environment):
    return S3Writer(uri, environment)
