"""Wrong input costs one sentence and a code that Kubernetes need not repeat (INIT-27 to INIT-29, INIT-75)."""

import pytest

from trainyard_initializer.failure import Failure, Redaction
from trainyard_initializer.program import main
from trainyard_initializer.sources.hub import name_of
from trainyard_initializer.uri import StorageUri


def test_an_unknown_scheme_is_named_with_those_that_are_known(run):
    """INIT-28"""
    run("ftp://host/data").failed(2, "STORAGE_URI", "ftp://", "s3://", "hf://")


def test_a_missing_address_names_the_field_that_sets_it(run):
    """INIT-28"""
    run("").failed(2, "STORAGE_URI is not set", "storageUri")


def test_a_runtime_may_offer_what_a_job_leaves_out(run):
    """INIT-28"""
    outcome = run("", STORAGE_URI_OPTIONAL="true").succeeded()
    assert "no dataset to fetch" in outcome.out


def test_a_scheme_may_be_written_in_capitals_and_names_keep_their_case():
    """INIT-27, INIT-29"""
    uri = StorageUri.parse("S3://My_Bucket/Some Folder/a?b#c%20d")
    assert (uri.scheme, uri.authority, uri.path) == ("s3", "My_Bucket", "Some Folder/a?b#c%20d")


@pytest.mark.parametrize(
    "name, value",
    [("MAX_CONCURRENCY", "0"), ("DOWNLOAD_PROCESSES", "0"), ("DOWNLOAD_RETRIES", "many"), ("VERIFY_CHECKSUMS", "maybe"), ("CHECKSUM", "sha256:12")],
)
def test_a_wrong_value_names_its_variable(run, web, name, value):
    """INIT-11"""
    web.files["/a"] = b"a"
    run(f"{web.address}/a", **{name: value}).failed(2, name if name != "CHECKSUM" else "CHECKSUM to sha256", value)


def test_an_unknown_command_says_how_the_program_is_called(capsys):
    assert main(["fetch"], {}) == 2
    assert "dataset|model|output" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text, kind, expected",
    [
        ("hf://gpt2", "model", ("gpt2", "", "")),
        ("hf://org/name", "model", ("org/name", "", "")),
        ("hf://org/name@v1.0", "model", ("org/name", "", "v1.0")),
        ("hf://org/name@refs%2Fpr%2F1/sub/folder", "model", ("org/name", "sub/folder", "refs/pr/1")),
        ("hf://squad", "dataset", ("squad", "", "")),
        ("hf://org/name/data/train", "dataset", ("org/name", "data/train", "")),
    ],
)
def test_repositories_have_one_part_or_two_and_may_name_a_revision(text, kind, expected):
    """INIT-50"""
    assert name_of(StorageUri.parse(text), kind) == expected


def test_no_secret_and_no_signature_is_printed():
    """INIT-13"""
    redaction = Redaction(["very-secret", "very-secret-and-longer", ""])
    text = "very-secret-and-longer, very-secret, https://user:pass@host/a/b?X-Amz-Signature=1234&x=y end"
    assert redaction(text) == "***, ***, https://***@host/a/b?*** end"


def test_an_address_without_a_name_is_refused():
    with pytest.raises(Failure, match="lacks a name after s3://"):
        StorageUri.parse("s3:///prefix")


def test_a_python_without_the_packages_of_a_store_says_how_to_install_them(run, monkeypatch):
    """INIT-75"""

    def missing(scheme):
        raise ModuleNotFoundError(f"No module named '{scheme}'", name="botocore")

    monkeypatch.setattr("trainyard_initializer.sources.module_of", missing)
    run("s3://bucket/data").failed(2, "botocore", "pip install -r", "requirements.txt")
