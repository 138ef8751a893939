"""A connection for many GETs, with the little of HTTP/1.1 that stores answer them in. What is of another form is refused, for a whole client to ask for."""

import re
import socket
import ssl
import struct
from dataclasses import dataclass

_BUFFER = 1 << 18
_LONGEST_HEAD = 1 << 16
_END = b"\r\n\r\n"
_STATUS = re.compile(rb"HTTP/1\.([01]) ([0-9]{3})(?: .*)?")
_HEADER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*")


class UnexpectedAnswer(Exception):
    """An answer that may be right, but is not one of those that are understood here."""


@dataclass(frozen=True, slots=True)
class Head:
    """What precedes the body of an answer; names of headers are in lower case. `length` is that of the body, None where it shows only while it is read."""

    status: int
    headers: dict
    length: int
    is_last: bool

    @staticmethod
    def parse(text):
        """Of the bytes before the empty line."""
        first, *lines = text.split(b"\r\n")
        status = _STATUS.fullmatch(first)
        if not status:
            raise UnexpectedAnswer(f"it begins with {first[:40]!r}")
        headers = {}
        for line in lines:
            header = _HEADER.fullmatch(line)
            if not header:
                raise UnexpectedAnswer("a header has no name")
            name = header[1].decode("ascii").lower()
            if name in headers and name in ("content-length", "content-range"):
                raise UnexpectedAnswer(f"{name} is there twice")
            headers[name] = header[2].decode("latin-1")
        said = headers.get("content-length", "")
        length = int(said) if said.isascii() and said.isdecimal() and "transfer-encoding" not in headers else None
        is_last = length is None or status[1] == b"0" or "close" in headers.get("connection", "").lower()
        return Head(int(status[2]), headers, length, is_last)


class Connection:
    """For one thread, which asks again when it has read a body, or has no more use for it. All pieces lie in one buffer, so each is gone with the next."""

    def __init__(self, connect, timeout, size=_BUFFER):
        """`connect` gives a socket that is connected; `timeout` is in seconds, for each wait."""
        self._connect = connect
        self._timeout = timeout
        self._buffer = bytearray(max(size, _LONGEST_HEAD))
        self._view = memoryview(self._buffer)
        self._socket = None
        self._flags = 0
        self._left = 0
        self._is_last = False

    def ask(self, request):
        """Sends the bytes of a request; gives the head of the answer, and the pieces of a body of known length. Raises OSError or UnexpectedAnswer."""
        if self._left or self._is_last:
            self.close()
        try:
            if self._socket is None:
                self._open()
            self._socket.sendall(request)
            end, received = self._receive_head()
            head = Head.parse(bytes(self._view[:end]))
            begin = end + len(_END)
            self._is_last = head.is_last
            if head.length is None:
                return head, ()
            received -= begin
            self._left = head.length - received
            if self._left < 0:
                raise UnexpectedAnswer("more follows than its body")
            # To the front, so that pieces of a file begin where its pages do.
            self._buffer[:received] = self._buffer[begin : begin + received]
        except BaseException:
            self.close()
            raise
        return head, self._pieces(received)

    def close(self):
        if self._socket is not None:
            self._socket.close()
        self._socket = None
        self._left = 0
        self._is_last = False

    def _open(self):
        self._socket = opened = self._connect()
        if isinstance(opened, ssl.SSLSocket):
            opened.settimeout(self._timeout)
            return
        # The kernel waits until a piece is whole: one call instead of dozens.
        self._flags = socket.MSG_WAITALL
        opened.settimeout(None)
        limit = struct.pack("ll", int(self._timeout), int(self._timeout % 1 * 1e6))
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)

    def _receive_head(self):
        """How long the head is, and how many bytes have come."""
        received = 0
        while received < _LONGEST_HEAD:
            received += self._receive(received, _LONGEST_HEAD, 0)
            end = self._buffer.find(_END, 0, received)
            if end >= 0:
                return end, received
        raise UnexpectedAnswer("its headers have no end")

    def _pieces(self, end):
        """The body, of which the first bytes have come already."""
        while self._left or end:
            problem = None
            whole = min(end + self._left, len(self._buffer))
            try:
                while end < whole:
                    count = self._receive(end, whole, self._flags)
                    end += count
                    self._left -= count
            except OSError as error:
                problem = error
            if end:
                yield self._view[:end]
            if problem:
                self.close()
                raise problem
            end = 0

    def _receive(self, begin, end, flags):
        try:
            count = self._socket.recv_into(self._view[begin:end], end - begin, flags)
        except (BlockingIOError, TimeoutError):
            raise TimeoutError(f"nothing came for {self._timeout:.0f} s") from None
        except OSError as error:
            raise ConnectionError(f"{error}") from error
        if not count:
            raise ConnectionError("its other end closed it")
        return count
