"""Requests and answers of objects as bytes (INIT-63a)."""

import socket

import pytest
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from trainyard_initializer.sources.s3_connection import Connection, Head, UnexpectedAnswer
from trainyard_initializer.sources.s3_signature import Signature

BODY = bytes(range(256)) * 400


@pytest.fixture
def store():
    """The other ends of the connections that were made, the last one last; each has said what it was told to say before it was asked."""
    made = []

    class Store:
        answers = []

        def connect(self):
            ours, theirs = socket.socketpair()
            made.append(theirs)
            for each in self.answers.pop(0):
                theirs.sendall(each)
            return ours

        @property
        def connections(self):
            return len(made)

        def say(self, text):
            made[-1].sendall(text)

        def end(self):
            made[-1].shutdown(socket.SHUT_WR)

    yield Store()
    for each in made:
        each.close()


def answer(body, *headers, status="HTTP/1.1 200 OK"):
    return "\r\n".join([status, f"Content-Length: {len(body)}", *headers, "", ""]).encode() + body


def read(connection):
    head, pieces = connection.ask(b"GET / HTTP/1.1\r\n\r\n")
    return head.status, b"".join(map(bytes, pieces))


def test_one_connection_carries_many_answers(store):
    """INIT-63a"""
    connection = Connection(store.connect, 60)
    store.answers = [[answer(b"a")]]
    assert read(connection) == (200, b"a")
    for body in (BODY, b"", BODY[:70_000]):
        store.say(answer(body))
        assert read(connection) == (200, body)
    assert store.connections == 1


def test_a_body_that_is_longer_than_a_piece_comes_in_several(store):
    """INIT-63a"""
    store.answers = [[answer(BODY)]]
    head, pieces = Connection(store.connect, 60, 1 << 16).ask(b"?")
    sizes, content = [], b""
    for piece in pieces:
        sizes.append(len(piece))
        content += bytes(piece)
    assert head.length == len(BODY)
    assert content == BODY
    assert len(sizes) == 2


def test_a_connection_is_not_used_again_while_there_is_something_to_read_in_it(store):
    """INIT-63a"""
    store.answers = [[answer(BODY)], [answer(b"second")]]
    connection = Connection(store.connect, 60, 1 << 16)
    connection.ask(b"?")
    assert read(connection) == (200, b"second")


@pytest.mark.parametrize("last", [answer(b"first", "Connection: close"), answer(b"first", status="HTTP/1.0 200 OK")])
def test_a_connection_that_the_store_closes_is_not_used_again(store, last):
    """INIT-63a"""
    store.answers = [[last], [answer(b"second")]]
    connection = Connection(store.connect, 60)
    assert read(connection) == (200, b"first")
    assert read(connection) == (200, b"second")
    assert store.connections == 2


def test_what_came_before_a_connection_broke_is_given_first(store):
    """INIT-63a, INIT-78"""
    store.answers = [[answer(BODY)[:-1000]]]
    _, pieces = Connection(lambda: _ended(store), 60).ask(b"?")
    assert bytes(next(pieces)) == BODY[:-1000]
    with pytest.raises(ConnectionError):
        next(pieces)


def _ended(store):
    opened = store.connect()
    store.end()
    return opened


def test_a_store_that_says_nothing_is_given_up(store):
    """INIT-63a"""
    store.answers = [[b"HTTP/1.1 200 OK\r\n"]]
    with pytest.raises(TimeoutError):
        Connection(store.connect, 0.02).ask(b"?")


def test_a_body_of_which_nothing_more_comes_is_given_up(store):
    """INIT-63a"""
    store.answers = [[answer(BODY)[:-1000]]]
    _, pieces = Connection(store.connect, 0.02).ask(b"?")
    with pytest.raises(TimeoutError):
        for _ in pieces:
            pass


@pytest.mark.parametrize(
    "said",
    [
        b"SSH" b"-2.0-OpenSSH\r\n\r\n",
        b"HTTP/2 200\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n folded: 2\r\n\r\nx",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\nx",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxHTTP/1.1 200 OK",
        b"x" * (1 << 16),
    ],
)
def test_an_answer_of_another_form_is_refused(store, said):
    """INIT-63a"""
    store.answers = [[said]]
    with pytest.raises(UnexpectedAnswer):
        Connection(store.connect, 60).ask(b"?")


@pytest.mark.parametrize("length", ["Transfer-Encoding: chunked", "Content-Length: -1", "Content-Length: ", "Content-Length: 1, 1", "Server: x"])
def test_a_body_of_unknown_length_is_not_read(store, length):
    """INIT-63a"""
    store.answers = [[f"HTTP/1.1 503 Busy\r\n{length}\r\n\r\n".encode()], [answer(b"second")]]
    connection = Connection(store.connect, 60)
    head, pieces = connection.ask(b"?")
    assert (head.status, head.length, list(pieces)) == (503, None, [])
    assert read(connection) == (200, b"second")


def test_headers_are_found_by_their_names_in_lower_case():
    """INIT-63a"""
    head = Head.parse(b"HTTP/1.1 206 Partial Content\r\nContent-Length:5\r\nContent-Range: bytes 5-9/10 \r\nX-Empty:")
    assert head.headers == {"content-length": "5", "content-range": "bytes 5-9/10", "x-empty": ""}
    assert (head.status, head.length, head.is_last) == (206, 5, False)


@pytest.mark.parametrize("token", [None, "a/session+token=="])
@pytest.mark.parametrize("wanted", [{}, {"If-Match": '"0cc175b9"'}, {"If-Match": '"0cc175b9"', "Range": "bytes=17-"}])
def test_a_signature_is_that_of_the_library(token, wanted):
    """INIT-63a"""
    credentials = Credentials("AKIDEXAMPLE", "a-secret/key", token)
    path = "/data/odd%20keys/a~b%2B%C3%A4"
    request = AWSRequest("GET", f"http://store.example:9000{path}", {**wanted, "User-Agent": "x"})
    # What the client sets for S3.
    request.context["client_config"] = None
    S3SigV4Auth(credentials, "s3", "eu-north-1").add_auth(request)
    stamp = request.headers["X-Amz-Date"]
    signature = Signature("store.example:9000", "eu-north-1", "s3")
    for _ in range(2):
        ours = signature.headers(credentials, path, {name.lower(): value for name, value in wanted.items()}, stamp)
        assert ours["authorization"] == request.headers["Authorization"]
        assert ours["x-amz-content-sha256"] == request.headers["X-Amz-Content-SHA256"]
    later = signature.headers(credentials, path, {}, "21000101T000000Z")
    assert "/21000101/eu-north-1/s3/aws4_request" in later["authorization"]
