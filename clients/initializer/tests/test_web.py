"""Files of web servers, which break connections, refuse and change (INIT-26, INIT-55, INIT-56, INIT-57)."""

import hashlib
import socket

import pytest

BIG = bytes(range(256)) * 8192


def test_a_file_keeps_its_name(run, web):
    """INIT-26"""
    web.files["/data/train%20set.csv"] = b"a,b"
    assert run(f"{web.address}/data/train%20set.csv?version=1").succeeded().files == {"train set.csv": b"a,b"}


def test_a_broken_connection_goes_on_where_it_broke(run, web):
    """INIT-55"""
    web.files["/big"] = BIG
    web.cuts = [700_000, 900_000]
    outcome = run(f"{web.address}/big").succeeded()
    assert outcome.files == {"big": BIG}
    assert web.sent == len(BIG)


def test_a_server_without_ranges_starts_over(run, web):
    """INIT-55"""
    web.files["/big"] = BIG
    web.ranges = False
    web.cuts = [700_000]
    # Without ranges the first look costs an answer, too.
    web.cuts.insert(0, len(BIG))
    assert run(f"{web.address}/big").succeeded().files == {"big": BIG}


def test_a_connection_may_break_more_often_than_attempts_are_allowed_as_long_as_it_brings_something(run, web):
    """INIT-55"""
    web.files["/big"] = BIG
    web.cuts = [200_000] * 10
    assert run(f"{web.address}/big", DOWNLOAD_RETRIES="1").succeeded().files == {"big": BIG}


def test_a_server_that_is_busy_is_asked_again(run, web):
    """INIT-56"""
    web.files["/a"] = b"a"
    web.refusals = [(503, {"Retry-After": "1"}), (429,)]
    assert run(f"{web.address}/a").succeeded().files == {"a": b"a"}


def test_a_server_that_stays_busy_ends_the_program_with_the_number_of_attempts(run, web):
    """INIT-75"""
    web.refusals = [(503,)] * 10
    run(f"{web.address}/a").failed(5, "3 attempts", "503")


def test_nobody_who_answers_is_a_failure_of_the_network(run, web):
    """INIT-75"""
    web.server_close()
    run(f"{web.address}/a").failed(5, "no connection", "reached from this pod")


def test_a_file_that_is_not_there_is_not_asked_for_again(run, web):
    """INIT-56, INIT-75"""
    run(f"{web.address}/none").failed(3, "404", "look at the address")
    assert len(web.requests) == 1


def test_a_refusal_says_which_secret_is_needed(run, web):
    """INIT-56, INIT-75"""
    web.files["/a"] = b"a"
    web.token = "Bearer right"
    run(f"{web.address}/a", ACCESS_TOKEN="wrong-token").failed(4, "401", "ACCESS_TOKEN", "secretRef")
    assert run(f"{web.address}/a", ACCESS_TOKEN="right").succeeded().files == {"a": b"a"}


def test_a_user_and_a_password_are_sent_and_never_printed(run, web):
    """INIT-13"""
    web.files["/a"] = b"a"
    web.token = "Basic bWU6cGFzc3dvcmQx"
    outcome = run(f"{web.address}/a", HTTP_USERNAME="me", HTTP_PASSWORD="password1").succeeded()
    in_address = run(f"{web.address.replace('//', '//me:password1@')}/a", into=outcome.target.parent / "other").succeeded()
    for each in (outcome, in_address):
        assert "password1" not in each.out + each.err + str(each.manifest)


def test_a_token_does_not_follow_a_redirect(run, web):
    """INIT-54"""
    from stores.web import Web
    import threading

    first = Web()
    first.redirect = web.address
    threading.Thread(target=first.serve_forever, daemon=True).start()
    web.files["/a"] = b"a"
    run(f"{first.address}/a", ACCESS_TOKEN="secret-token").succeeded()
    first.shutdown()
    first.server_close()
    assert "Authorization" in first.requests[0][1]
    assert not any("Authorization" in headers for _, headers in web.requests)


def test_a_checksum_is_compared(run, web):
    """INIT-57"""
    web.files["/a"] = b"content"
    right = hashlib.sha256(b"content").hexdigest()
    run(f"{web.address}/a", CHECKSUM="sha256:" + "0" * 64).failed(6, "checksum", "sha256:0000")
    assert run(f"{web.address}/a#sha256={right}").succeeded().files == {"a": b"content"}


def test_what_was_damaged_on_its_way_is_fetched_again(run, web):
    """INIT-57"""
    good, bad = b"content", b"damaged"
    web.files["/a"] = bad
    # The look at the file, then the damaged answer; after that the server has the right one.
    web.after_first = lambda: setattr(web, "after_first", lambda: web.files.update({"/a": good}))
    assert run(f"{web.address}/a", CHECKSUM="sha256:" + hashlib.sha256(good).hexdigest()).succeeded().files == {"a": good}


def test_a_file_that_changes_while_it_is_fetched_is_not_mixed(run, web):
    """INIT-57"""
    web.files["/big"] = BIG
    web.cuts = [700_000]
    web.after_first = lambda: setattr(web, "after_first", lambda: web.files.update({"/big": BIG[::-1]}))
    run(f"{web.address}/big").failed(6, "changed at the source", "big")


def test_a_file_whose_server_tells_nothing_of_it_is_fetched_from_the_beginning(run, web):
    """INIT-31"""
    web.files["/a"] = b"a"
    web.tags = web.sizes = web.ranges = False
    assert run(f"{web.address}/a").succeeded().files == {"a": b"a"}
    web.files["/a"] = b"b"
    assert run(f"{web.address}/a").succeeded().files == {"a": b"b"}


def test_a_folder_cannot_be_fetched(run, web):
    web.files["/data/"] = b"a list of files"
    run(f"{web.address}/data/").failed(2, "names a folder", "name a file")


def test_a_name_cannot_leave_the_target(run, web):
    """INIT-32"""
    run(f"{web.address}/..%2F..%2Fevil").failed(2, "no place in the target")


def test_nothing_is_compressed_on_its_way(run, web):
    """INIT-54"""
    web.files["/a"] = b"a"
    run(f"{web.address}/a").succeeded()
    assert all(headers["Accept-Encoding"] == "identity" for _, headers in web.requests)


def test_an_empty_file_is_a_file(run, web):
    """INIT-30"""
    web.files["/empty"] = b""
    assert run(f"{web.address}/empty").succeeded().files == {"empty": b""}


@pytest.mark.parametrize("said, name", [
    ('attachment; filename="data set.csv"', "data set.csv"),
    ("attachment; filename=\"d.csv\"; filename*=UTF-8''d%C3%A4ta.csv", "däta.csv"),
    ("attachment; filename*=UTF-8''d%C3%A4ta.csv; filename=\"d.csv\"", "däta.csv"),
    ('attachment; filename="däta.csv"'.encode().decode("latin-1"), "däta.csv"),
    ('attachment; filename="../../evil.csv"', "evil.csv"),
    ('attachment; filename="C:\\\\folder\\\\evil.csv"', "evil.csv"),
    ("attachment", "download"),
    ('attachment; filename=""', "download"),
])  # fmt: skip
def test_a_file_has_the_name_that_its_server_gives_it(run, web, said, name):
    """INIT-26"""
    web.files["/download"] = b"a,b"
    web.headers["/download"] = {"Content-Disposition": said, "Content-Type": "text/html"}
    assert run(f"{web.address}/download?id=3").succeeded().files == {name: b"a,b"}


def test_an_address_of_no_name_is_one_of_a_file_where_the_server_names_it(run, web):
    """INIT-26"""
    web.files["/"] = b"a,b"
    web.headers["/"] = {"Content-Disposition": "attachment; filename=data.csv"}
    assert run(f"{web.address}/?id=3").succeeded().files == {"data.csv": b"a,b"}


@pytest.mark.parametrize("name", ["..", ".trainyard"])
def test_a_name_that_a_server_gives_cannot_leave_the_target_either(run, web, name):
    """INIT-32"""
    web.files["/a"] = b"a"
    web.headers["/a"] = {"Content-Disposition": f"attachment; filename={name}"}
    run(f"{web.address}/a").failed(2, "no place in the target")


def test_a_page_to_log_in_is_not_taken_for_the_file(run, web):
    """INIT-26"""
    web.files["/model.safetensors"] = page = b"<html>Log in</html>"
    web.headers["/model.safetensors"] = {"Content-Type": "text/html; charset=utf-8"}
    run(f"{web.address}/model.safetensors").failed(4, "a web page", "model.safetensors", "ACCESS_TOKEN", "CHECKSUM")
    assert len(web.requests) == 1
    digest = hashlib.sha256(page).hexdigest()
    assert run(f"{web.address}/model.safetensors#sha256={digest}").succeeded().files == {"model.safetensors": page}


def test_a_page_that_is_asked_for_is_a_file(run, web):
    """INIT-26"""
    web.files["/page.html"] = b"<html></html>"
    web.headers["/page.html"] = {"Content-Type": "text/html"}
    assert run(f"{web.address}/page.html").succeeded().files == {"page.html": b"<html></html>"}


def test_an_address_may_be_written_with_spaces_and_any_letters(run, web):
    """INIT-29"""
    web.files["/d%C3%A4ta%20set/a%20b.csv"] = b"a,b"
    assert run(f"{web.address}/däta set/a b.csv").succeeded().files == {"a b.csv": b"a,b"}


def test_a_machine_of_no_name_is_looked_for_once(run, monkeypatch):
    """INIT-56"""
    asked = []

    def unknown(host, *rest, **more):
        asked.append(host)
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr("socket.getaddrinfo", unknown)
    run("http://data.none/a").failed(3, "data.none", "no machine of this name")
    assert len(asked) == 1


def test_what_is_no_address_is_asked_for_never(run):
    """INIT-56"""
    run("http://localhost:many/a").failed(2, "http://localhost:many/a", "no address")
