"""GETs of objects. For a small object the library takes longer to prepare a request than the store to answer it, so what is the same for a whole bucket is prepared once."""

import threading
import time
import urllib.parse
from dataclasses import dataclass

import urllib3.exceptions
from botocore.utils import percent_encode

from trainyard_initializer.sources.s3_connection import Connection, UnexpectedAnswer
from trainyard_initializer.sources.s3_signature import Signature

_SAFE = "/~"
_SIGNED = ("v4", "s3v4")
_WHOLE, _RANGE = 200, 206
# Small enough that the memory of one piece is used again for the next.
_CHUNK = 1 << 18


@dataclass(frozen=True)
class Answer:
    """Headers by their names in lower case, and the pieces of the body; each must be used before the next is asked for."""

    headers: dict
    pieces: object


@dataclass(frozen=True)
class _Way:
    """What the library found out for its last request: where the bucket is, and how requests are signed."""

    address: str
    path: str
    agent: str
    signer: object
    signing: tuple
    signature: Signature


class Objects:
    """The objects of a bucket. The first request is the library's, and so is each that is not simply answered: it knows what to do then. Any thread may ask."""

    def __init__(self, client, bucket, timeout):
        self._client = client
        self._bucket = bucket
        self._timeout = timeout
        self._way = None
        self._answers_simply = True
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
        self._way = None
        if self._answers_simply and signature_version in _SIGNED and request.url.endswith("/" + path) and not self._is_proxied(request.url):
            address = request.url.removesuffix(path)
            parts = urllib.parse.urlsplit(address)
            agent = request.headers.get("User-Agent") or ""
            signing = (signing_name, region_name, signature_version)
            signature = Signature(parts.netloc, region_name, signing_name)
            self._way = _Way(address, parts.path, agent if isinstance(agent, str) else agent.decode("ascii"), request_signer, signing, signature)

    def _is_proxied(self, address):
        return self._session._proxy_config.proxy_url_for(address) is not None

    @property
    def _session(self):
        return self._client._endpoint.http_session

    def _ask(self, key, wanted):
        """The answer, or None where the library is to ask."""
        way = self._way
        request = way and _request(way, key, wanted)
        if not request:
            return None
        connection = self._connection(way.address)
        try:
            head, pieces = connection.ask(request)
            if head.status in (_WHOLE, _RANGE):
                if head.length is not None:
                    return Answer(head.headers, pieces)
                self._answers_simply = False
        except UnexpectedAnswer:
            self._answers_simply = False
        except (OSError, urllib3.exceptions.HTTPError):
            pass
        connection.close()
        return None

    def _connection(self, address):
        """This thread's own, connected as the library would: with its authorities and its timeouts."""
        kept = getattr(self._thread, "connection", None)
        if kept is None or kept[0] != address:
            if kept:
                kept[1].close()
            kept = (address, Connection(lambda: self._connect(address), self._timeout))
            self._thread.connection = kept
        return kept[1]

    def _connect(self, address):
        session = self._session
        pool = session._manager.connection_from_url(address)
        session._setup_ssl_cert(pool, address, session._verify)
        opened = pool._new_conn()
        opened.connect()
        return opened.sock

    def _ask_library(self, key, wanted):
        self._thread.key = key
        more = {name.replace("-", ""): value for name, value in wanted.items()}
        answer = self._client.get_object(Bucket=self._bucket, Key=key, **more)
        return Answer(answer["ResponseMetadata"]["HTTPHeaders"], _pieces(answer["Body"]))


def _request(way, key, wanted):
    """The bytes of a signed request, or None for one whose headers need more care than is taken here."""
    path = way.path + percent_encode(key, safe=_SAFE)
    # Asked for each time: credentials may have been renewed.
    credentials = way.signer.get_auth_instance(*way.signing).credentials
    if credentials is None:
        return None
    wanted = {name.lower(): value for name, value in wanted.items()}
    headers = way.signature.headers(credentials, path, wanted, time.strftime("%Y%m%dT%H%M%SZ", time.gmtime()))
    if " " in "".join(wanted.values()) or not all(value.isascii() and value.isprintable() for value in (path, way.agent, *headers.values())):
        return None
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"GET {path} HTTP/1.1\r\n{lines}user-agent: {way.agent}\r\naccept-encoding: identity\r\n\r\n".encode("ascii")


def _pieces(body):
    with body as stream:
        while chunk := stream.read(_CHUNK):
            yield chunk
