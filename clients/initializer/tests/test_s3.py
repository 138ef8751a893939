"""A real S3 server (INIT-10 to INIT-12, INIT-21, INIT-60 to INIT-65)."""

import hashlib
import ssl

import pytest
import urllib3
from werkzeug.serving import make_ssl_devcert

from stores.s3 import S3, strict_after
from trainyard_initializer.content import Entry
from trainyard_initializer.settings import Settings
from trainyard_initializer.sources.s3 import S3Source
from trainyard_initializer.target import Target

BIG = bytes(range(256)) * 40_000


@pytest.fixture
def s3(run, server):
    def start(uri, **settings):
        return run(uri, **{"ENDPOINT": server, "ACCESS_KEY_ID": "testing-key", "SECRET_ACCESS_KEY": "testing-secret", **settings})

    return start


def put(admin, **objects):
    for key, content in objects.items():
        admin.put_object(Bucket="data", Key=key.replace("__", "/"), Body=content)


def test_a_folder_comes_with_its_paths_and_without_its_neighbours(s3, admin):
    """INIT-60, INIT-62"""
    put(admin, train__a=b"a", train__sub__b=b"b", train_old__c=b"c", train__=b"")
    assert s3("s3://data/train").succeeded().files == {"a": b"a", "sub/b": b"b"}


def test_a_single_object_keeps_its_name(s3, admin):
    """INIT-60, INIT-62"""
    put(admin, train__a=b"a", train__ab=b"ab")
    assert s3("s3://data/train/a").succeeded().files == {"a": b"a"}


def test_a_whole_bucket_may_be_taken(s3, admin):
    """INIT-60"""
    put(admin, a=b"a", b__c=b"c")
    assert s3("s3://data").succeeded().files == {"a": b"a", "b/c": b"c"}


def test_the_names_of_the_stores_own_tools_work_as_well(s3, admin, server):
    """INIT-11, INIT-12"""
    put(admin, a=b"a")
    settings = {"ENDPOINT": "", "ACCESS_KEY_ID": "", "SECRET_ACCESS_KEY": ""}
    settings |= {"AWS_ENDPOINT_URL_S3": server, "AWS_ACCESS_KEY_ID": "x-key", "AWS_SECRET_ACCESS_KEY": "x-secret", "AWS_SESSION_TOKEN": "x-token"}
    assert s3("s3://data", AWS_REGION="us-west-2", **settings).succeeded().files == {"a": b"a"}


def test_keys_that_addresses_could_not_hold_are_fetched(s3, admin):
    """INIT-29"""
    names = ["a b?c", "100%", "ä#1", "x//y", "&+=~"]
    for name in names:
        admin.put_object(Bucket="data", Key=f"odd keys/{name}", Body=name.encode())
    assert set(s3("s3://data/odd keys").succeeded().files) == {"a b?c", "100%", "ä#1", "x/y", "&+=~"}


def test_many_pages_of_objects_are_listed(s3, admin, monkeypatch):
    """INIT-63"""
    for index in range(12):
        admin.put_object(Bucket="data", Key=f"many/{index:04}", Body=b"x")
    monkeypatch.setenv("MOTO_S3_DEFAULT_MAX_KEYS", "5")
    assert len(s3("s3://data/many").succeeded().manifest["files"]) == 12


def test_an_object_in_several_parts_is_right(s3, admin):
    """INIT-63: its tag is no checksum."""
    upload = admin.create_multipart_upload(Bucket="data", Key="big")["UploadId"]
    parts = []
    for number, begin in enumerate(range(0, len(BIG), 6_000_000), 1):
        tag = admin.upload_part(Bucket="data", Key="big", UploadId=upload, PartNumber=number, Body=BIG[begin : begin + 6_000_000])["ETag"]
        parts.append({"PartNumber": number, "ETag": tag})
    admin.complete_multipart_upload(Bucket="data", Key="big", UploadId=upload, MultipartUpload={"Parts": parts})
    assert hashlib.md5(s3("s3://data/big").succeeded().files["big"]).digest() == hashlib.md5(BIG).digest()


def test_an_object_that_is_encrypted_by_a_key_of_the_customer_is_right(s3, admin):
    """INIT-31: its tag is no checksum, either."""
    admin.put_object(Bucket="data", Key="secret", Body=b"content", ServerSideEncryption="aws:kms")
    assert s3("s3://data/secret").succeeded().files == {"secret": b"content"}


def test_patterns_choose(s3, admin):
    """INIT-41, INIT-44"""
    put(admin, m__a_json=b"a", m__b_bin=b"b", m__c_txt=b"c")
    assert set(s3("s3://data/m", kind="model", IGNORE_PATTERNS="*_bin, m/c*").succeeded().files) == {"a_json"}


def test_a_second_start_lists_and_fetches_nothing(s3, admin):
    """INIT-31"""
    put(admin, a=b"a")
    s3("s3://data").succeeded()
    assert "nothing to fetch" in s3("s3://data").succeeded().out


def test_a_begun_object_goes_on(s3, admin, target):
    """INIT-78"""
    put(admin, big=BIG)
    begun = Target(target)
    begun.open()
    tag = hashlib.md5(BIG).hexdigest()
    with open(begun.part(Entry("big", "big", len(BIG), tag)), "wb") as part:
        part.write(BIG[:9_000_000])
    outcome = s3("s3://data/big").succeeded()
    assert outcome.files["big"] == BIG


def test_a_begun_object_whose_bytes_are_wrong_is_fetched_again(s3, admin, target):
    """INIT-57"""
    put(admin, big=BIG)
    begun = Target(target)
    begun.open()
    with open(begun.part(Entry("big", "big", len(BIG), hashlib.md5(BIG).hexdigest())), "wb") as part:
        part.write(b"x" * 9_000_000)
    assert s3("s3://data/big").succeeded().files["big"] == BIG


@pytest.mark.parametrize("connections", ["1", "8"])
def test_an_object_that_changes_while_it_is_fetched_is_not_taken(s3, admin, monkeypatch, connections):
    """INIT-57"""
    put(admin, a=b"a", b=b"b")
    listed = S3Source.list

    def listing(source):
        found = listed(source)
        put(admin, b=b"other")
        return found

    monkeypatch.setattr(S3Source, "list", listing)
    s3("s3://data", MAX_CONCURRENCY=connections).failed(6, "changed at the source", "b")


def test_a_bucket_that_is_not_there_is_named_with_its_store(s3, admin, server):
    """INIT-75"""
    s3("s3://none/train").failed(3, server, "no bucket none")


def test_a_folder_that_is_not_there_is_an_error(s3, admin):
    """INIT-65"""
    s3("s3://data/none").failed(8, "s3://data/none", "holds no files")


def test_without_a_key_the_secret_is_named(s3, admin):
    """INIT-75"""
    s3("s3://data", ACCESS_KEY_ID="", SECRET_ACCESS_KEY="").failed(4, "no credentials", "ACCESS_KEY_ID", "secretRef", "S3_ALLOW_ANONYMOUS")


def test_half_a_key_is_named(s3, admin):
    """INIT-75"""
    s3("s3://data", SECRET_ACCESS_KEY="").failed(2, "SECRET_ACCESS_KEY is not set")


def test_without_a_key_an_open_bucket_is_read(s3, admin):
    """INIT-11"""
    admin.put_object(Bucket="data", Key="a", Body=b"a", ACL="public-read")
    assert s3("s3://data", ACCESS_KEY_ID="", SECRET_ACCESS_KEY="", S3_ALLOW_ANONYMOUS="true").succeeded().files == {"a": b"a"}


@pytest.fixture
def strict(server, admin):
    """The server checks keys, signatures and rights."""

    put(admin, a=b"a")
    strict_after(server, "0")
    yield
    strict_after(server, "inf")


def test_a_wrong_key_is_told_and_not_printed(s3, strict):
    """INIT-13, INIT-75"""
    outcome = s3("s3://data", ACCESS_KEY_ID="AKIAWRONGKEY", SECRET_ACCESS_KEY="wrong-secret").failed(4, "InvalidAccessKeyId", "secretRef")
    assert "AKIAWRONGKEY" not in outcome.err + outcome.out
    assert "wrong-secret" not in outcome.err + outcome.out


def test_every_request_is_signed_rightly(s3, admin, store):
    """INIT-63a: the first and the later ones, whatever the key's characters."""
    names = ["a b?c", "100%", "ä#1", "&+=~", "x/y"]
    for name in names:
        admin.put_object(Bucket="data", Key=f"odd keys/{name}", Body=name.encode())
    key = store.user_who_reads("data")
    strict_after(store.address, "0")
    outcome = s3("s3://data/odd keys", MAX_CONCURRENCY="1", ACCESS_KEY_ID=key["AccessKeyId"], SECRET_ACCESS_KEY=key["SecretAccessKey"])
    strict_after(store.address, "inf")
    assert {name.encode() for name in names} == set(outcome.succeeded().files.values())
    assert len(store.requests) == len(names), "none was refused and made again"


@pytest.fixture
def secure(tmp_path):
    """A store behind TLS, and the file of its certificate."""
    certificate = make_ssl_devcert(str(tmp_path / "store"), host="localhost")
    started = S3(certificate).start()
    started.admin.create_bucket(Bucket="data")
    put(started.admin, a=b"a", b=BIG, c=b"c")
    yield started, certificate[0]
    started.stop()


def test_a_store_behind_tls_is_read_where_its_authority_is_known(s3, secure):
    """INIT-63a"""
    store, authority = secure
    outcome = s3("s3://data", ENDPOINT=store.address, AWS_CA_BUNDLE=authority, MAX_CONCURRENCY="1")
    assert outcome.succeeded().files == {"a": b"a", "b": BIG, "c": b"c"}
    assert len(store.requests) == 3, "none was refused and made again"


def test_what_is_asked_without_the_library_goes_to_nobody_whom_it_would_not_trust(secure):
    """INIT-63a"""
    store, _ = secure
    source = S3Source(Settings.read("dataset", {"STORAGE_URI": "s3://data", "ENDPOINT": store.address}))
    with pytest.raises((ssl.SSLError, urllib3.exceptions.SSLError)):
        source._objects._connect(store.address)


def test_a_busy_store_is_asked_again_for_a_later_object(s3, admin, store):
    """INIT-56, INIT-63a"""
    put(admin, a=b"a", b=b"b", c=b"c")
    store.refusals = {"/data/b": 1, "/data/c": 2}
    assert s3("s3://data", MAX_CONCURRENCY="1").succeeded().files == {"a": b"a", "b": b"b", "c": b"c"}
    assert not store.refusals


def test_a_later_object_that_must_not_be_read_is_named(s3, admin, store):
    """INIT-63a, INIT-75"""
    put(admin, a=b"a", b=b"b")
    store.denied = "/data/b"
    s3("s3://data", MAX_CONCURRENCY="1").failed(4, "s3://data/b", "AccessDenied", "secretRef")


def test_a_role_is_taken_with_a_web_identity(s3, admin, tmp_path, server):
    """INIT-12: a service account with a role, no secret."""
    put(admin, a=b"a")
    token = tmp_path / "token"
    token.write_text("the.service.account")
    outcome = s3(
        "s3://data",
        ACCESS_KEY_ID="",
        SECRET_ACCESS_KEY="",
        AWS_ROLE_ARN="arn:aws:iam::123456789012:role/reader",
        AWS_WEB_IDENTITY_TOKEN_FILE=str(token),
        AWS_ENDPOINT_URL_STS=server,
        AWS_REGION="us-east-1",
    )
    assert outcome.succeeded().files == {"a": b"a"}


def test_another_role_is_taken_with_a_key(s3, admin, server):
    """INIT-60"""
    put(admin, a=b"a")
    outcome = s3("s3://data", ROLE_ARN="arn:aws:iam::123456789012:role/reader", AWS_ENDPOINT_URL_STS=server)
    assert outcome.succeeded().files == {"a": b"a"}


def test_a_key_that_leaves_the_target_is_refused(s3, admin):
    """INIT-32"""
    admin.put_object(Bucket="data", Key="train/../../evil", Body=b"x")
    s3("s3://data/train").failed(2, "no place in the target", "../../evil")


def test_two_keys_of_one_path_are_refused(s3, admin):
    """INIT-32"""
    admin.put_object(Bucket="data", Key="train/a/b", Body=b"x")
    admin.put_object(Bucket="data", Key="train/a//b", Body=b"y")
    s3("s3://data/train").failed(2, "would be the same file", "a/b")


def test_a_store_that_cannot_be_reached_is_a_failure_of_the_network(s3, monkeypatch):
    """INIT-75"""
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    s3("s3://data", ENDPOINT="http://127.0.0.1:1", DOWNLOAD_RETRIES="0").failed(5, "reached from this pod")


def test_an_endpoint_without_a_scheme_is_named(s3, admin):
    s3("s3://data", ENDPOINT="localhost:9000").failed(2, "ENDPOINT", "localhost:9000", "http")
