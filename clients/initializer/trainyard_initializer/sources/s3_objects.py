"""GETs of objects. For a small object the library takes longer to prepare a request than the store to answer it, so what is the same for a whole bucket is prepared once."""

import threading
from dataclasses import dataclass

from botocore import exceptions as errors
from botocore.awsrequest import AWSRequest
from botocore.utils import percent_encode

_SAFE = "/~"
_SIGNED = ("v4", "s3v4")
_WHOLE, _RANGE = 200, 206


@dataclass(frozen=True)
class Answer:
    """Headers by their names in lower case, and something with `read(size)`, which gives less only at the end."""

    headers: dict
    body: object


@dataclass(frozen=True)
class _Way:
    """What the library found out for its last request: where the bucket is, and how requests are signed."""

    address: str
    agent: str
    signer: object
    signing: tuple


class Objects:
    """The objects of a bucket. The first request is the library's, and so is each that is not simply answered: it knows what to do then. Any thread may ask."""

    def __init__(self, client, bucket):
        self._client = client
        self._bucket = bucket
        self._way = None
        self._thread = threading.local()
        client.meta.events.register_last("before-sign.s3.GetObject", self._learn)

    def get(self, key, tag="", offset=0):
        """The object from an offset on, if it still has this tag. Raises the library's errors."""
        wanted = {}
        if tag:
            wanted["If-Match"] = f'"{tag}"'
        if offset:
            wanted["Range"] = f"bytes={offset}-"
        return self._ask(key, wanted) or self._ask_library(key, wanted)

    def _learn(self, request, signing_name, region_name, signature_version, request_signer, **_):
        path = percent_encode(self._thread.key, safe=_SAFE)
        if signature_version in _SIGNED and request.url.endswith("/" + path):
            signing = (signing_name, region_name, signature_version)
            self._way = _Way(request.url.removesuffix(path), request.headers.get("User-Agent"), request_signer, signing)
        else:
            self._way = None

    def _ask(self, key, wanted):
        """The answer, or None where the library is to ask."""
        way = self._way
        if way is None:
            return None
        request = AWSRequest("GET", way.address + percent_encode(key, safe=_SAFE), {**wanted, "User-Agent": way.agent}, stream_output=True)
        try:
            # Asked for each time: credentials may have been renewed.
            way.signer.get_auth_instance(*way.signing).add_auth(request)
            answer = self._client._endpoint.http_session.send(request.prepare())
            if answer.status_code in (_WHOLE, _RANGE):
                return Answer({name.lower(): value for name, value in answer.headers.items()}, answer.raw)
            # To the end, so that the connection can be used again.
            answer.content  # pylint: disable=pointless-statement
        except (errors.HTTPClientError, errors.ConnectionError):
            pass
        return None

    def _ask_library(self, key, wanted):
        self._thread.key = key
        more = {name.replace("-", ""): value for name, value in wanted.items()}
        answer = self._client.get_object(Bucket=self._bucket, Key=key, **more)
        return Answer(answer["ResponseMetadata"]["HTTPHeaders"], answer["Body"])
