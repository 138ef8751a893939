"""`http://` and `https://`: one file from a web server."""

import base64
import contextlib
import email.utils
import http.client
import socket
import ssl
import string
import time
import urllib.error
import urllib.parse
import urllib.request

from trainyard_initializer import VERSION
from trainyard_initializer.content import Checksum, Entry, Listing
from trainyard_initializer.failure import ExitCode, Failure, Interruption
from trainyard_initializer.part import changed
from trainyard_initializer.sources import Source
from trainyard_initializer.target import safe

# Small enough that the memory of one piece is used again for the next.
_CHUNK = 1 << 17
_LONGEST_WAIT = 120
_PAGES = ("text/html", "application/xhtml+xml")
_PAGE_NAMES = (".html", ".htm", ".xhtml")
_BROKEN = (ConnectionError, TimeoutError, http.client.HTTPException, ssl.SSLError)


class WebSource(Source):
    """The file of an address; a fragment such as `#sha256=…` is its checksum, as CHECKSUM is."""

    def __init__(self, settings):
        self._settings = settings
        address, _, fragment = settings.uri.text.partition("#")
        # The user and the password of an address are sent, but never as part of it.
        self._address, self._user = _without_user(address)
        self._checksum = self._checksum_of(fragment)
        name = urllib.parse.unquote(urllib.parse.urlsplit(self._address).path.rpartition("/")[2])
        self._name = safe(name) if name else ""

    def _checksum_of(self, fragment):
        said = self._settings.environment.get("CHECKSUM", "")
        checksum = Checksum.parse(said, ":") if said else Checksum.parse(fragment, "=")
        if checksum is None and (said or fragment):
            raise Failure(
                ExitCode.CONFIGURATION,
                f'"{said or fragment}" is no checksum; set CHECKSUM to sha256:… (or md5, sha1, sha512) with all its hexadecimal digits',
            )
        return checksum

    def list(self):
        # Not HEAD: many servers, and all signed addresses, allow GET alone.
        with self._open({"Range": "bytes=0-0"}, allowed=(416,)) as answer:
            headers = answer.headers
            whole = headers.get("Content-Range", "").rpartition("/")[2]
            size = whole if answer.status in (206, 416) else headers.get("Content-Length", "")
            identity = _identity(headers)
            name = _attached(headers) or self._name
        if not name:
            raise Failure(ExitCode.CONFIGURATION, f"{self._settings.uri} names a folder; web servers have no common way to list one, so name a file")
        self._require_no_page(name, headers)
        entry = Entry(
            safe(name),
            self._settings.uri.text.partition("#")[0],
            int(size) if size.isdecimal() else None,
            str(self._checksum) if self._checksum else identity,
            self._checksum,
        )
        return Listing.of([entry])

    def _require_no_page(self, name, headers):
        """A server that wants something else first, such as a login, answers with a page. What it calls an attachment is none, nor what has a checksum."""
        is_attachment = headers.get_content_disposition() == "attachment"
        if headers.get_content_type() in _PAGES and not is_attachment and not self._checksum and not name.lower().endswith(_PAGE_NAMES):
            raise Failure(
                ExitCode.DENIED,
                f"{self._settings.uri}: the server answers with a web page and not with the file {name}, most often one to log in or one about the file;"
                " look at the address in a browser, and give ACCESS_TOKEN, or HTTP_USERNAME and HTTP_PASSWORD, in the Secret of secretRef."
                " If it is the page that you want, give its CHECKSUM",
            )

    def fetch(self, entry, part):
        with self._open({"Range": f"bytes={part.size}-"} if part.size else {}, allowed=(416,)) as answer:
            if answer.status == 416:
                part.restart()
                raise Interruption("the server has no such range")
            if not self._checksum and _identity(answer.headers) != entry.identity:
                part.restart()
                raise changed(entry)
            if part.size and not _continues(answer, part.size):
                part.restart()
            while chunk := _read(answer):
                part.append(chunk)

    def _open(self, headers, allowed=()):
        # A compressed answer has neither the size nor the ranges of the file.
        headers = {**headers, "User-Agent": f"trainyard-initializer/{VERSION}", "Accept-Encoding": "identity"}
        request = urllib.request.Request(self._address, headers=headers)
        for name, value in self._authorization().items():
            # Not for the server that a redirect leads to.
            request.add_unredirected_header(name, value)
        try:
            return urllib.request.urlopen(request, timeout=self._settings.timeout)
        except urllib.error.HTTPError as answer:
            if answer.code in allowed:
                return answer
            answer.close()
            raise self._refusal(answer) from None
        except http.client.InvalidURL as error:
            raise Failure(ExitCode.CONFIGURATION, f"{self._settings.uri} is no address of a file ({error})") from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, socket.gaierror) and error.reason.errno == socket.EAI_NONAME:
                raise Failure(ExitCode.NOT_FOUND, f"{self._settings.uri}: there is no machine of this name; look at the address") from None
            if isinstance(error.reason, ssl.SSLCertVerificationError):
                raise Failure(
                    ExitCode.NETWORK,
                    f"{self._settings.uri}: the server's certificate is not trusted ({error.reason.verify_message});"
                    " set SSL_CERT_FILE to a file with its authority",
                ) from None
            raise Interruption(f"no connection ({error.reason})") from error
        except _BROKEN as error:
            raise Interruption(f"no answer ({error or type(error).__name__})") from error

    def _authorization(self):
        environment = self._settings.environment
        if environment.get("ACCESS_TOKEN"):
            return {"Authorization": f"Bearer {environment['ACCESS_TOKEN']}"}
        user = environment.get("HTTP_USERNAME", "")
        pair = f"{user}:{environment.get('HTTP_PASSWORD', '')}" if user else self._user
        return {"Authorization": "Basic " + base64.b64encode(pair.encode()).decode()} if pair else {}

    def _refusal(self, answer):
        uri = self._settings.uri
        if answer.code in (401, 403):
            return Failure(
                ExitCode.DENIED,
                f"{uri}: the server answers {answer.code}; give a Secret with ACCESS_TOKEN, or with HTTP_USERNAME and HTTP_PASSWORD, as secretRef."
                " A signed address may have expired",
            )
        if answer.code in (404, 410):
            return Failure(ExitCode.NOT_FOUND, f"{uri}: the server answers {answer.code}, there is no such file; look at the address")
        if answer.code in (408, 425, 429) or answer.code >= 500:
            return Interruption(f"the server answers {answer.code}", retry_after(answer.headers))
        return Failure(ExitCode.CONFIGURATION, f"{uri}: the server answers {answer.code} {answer.reason}; look at the address")


def _read(answer):
    try:
        return answer.read1(_CHUNK)
    except _BROKEN as error:
        raise Interruption(f"the connection broke ({error or type(error).__name__})") from error


def _attached(headers):
    """The name that a server gives a file, empty where it gives none. The form that may hold any letters comes last, and wins."""
    names = [value for key, value in headers.get_params([], "Content-Disposition") if key.lower() == "filename"]
    name = names[-1] if names else ""
    if isinstance(name, tuple):
        name = email.utils.collapse_rfc2231_value(name)
    else:
        # Many servers send UTF-8 as it is, which a head is not made for.
        with contextlib.suppress(UnicodeError):
            name = name.encode("latin-1").decode("utf-8")
    # Whatever the server's folders are, they are none of the target.
    return name.replace("\\", "/").rstrip("/").rpartition("/")[2]


def retry_after(headers):
    """Seconds that a server asks to wait, or None."""
    said = headers.get("Retry-After", "")
    if said.isdecimal():
        return min(int(said), _LONGEST_WAIT)
    try:
        moment = email.utils.parsedate_to_datetime(said).timestamp()
    except (TypeError, ValueError):
        return None
    return min(max(0, moment - time.time()), _LONGEST_WAIT)


def _identity(headers):
    """What tells one content of the file from another; empty where the server says nothing of that kind."""
    tag = headers.get("ETag", "")
    return tag if tag and not tag.startswith("W/") else headers.get("Last-Modified", "")


def _continues(answer, offset):
    return answer.status == 206 and answer.headers.get("Content-Range", "").startswith(f"bytes {offset}-")


def _without_user(address):
    parts = urllib.parse.urlsplit(address)
    # Letters and spaces that people write; what is encoded already stays so.
    path, query = (urllib.parse.quote(part, safe=string.punctuation) for part in (parts.path, parts.query))
    parts = parts._replace(path=path, query=query)
    user, found, host = parts.netloc.rpartition("@")
    if not found:
        return urllib.parse.urlunsplit(parts), ""
    return urllib.parse.urlunsplit(parts._replace(netloc=host)), urllib.parse.unquote(user)


def create(settings):
    return WebSource(settings)
