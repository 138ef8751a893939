"""Archives are unpacked when that is asked for, and cannot write outside of the target (INIT-26, INIT-32)."""

import io
import tarfile
import zipfile

import pytest


def tar(*members, mode="w:gz"):
    """An archive of (name, content) and ready-made entries."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
            else:
                entry = tarfile.TarInfo(member[0])
                entry.size = len(member[1])
                archive.addfile(entry, io.BytesIO(member[1]))
    return stream.getvalue()


def folder(name):
    entry = tarfile.TarInfo(name)
    entry.type = tarfile.DIRTYPE
    return entry


def link(name, to, kind=tarfile.SYMTYPE):
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = kind, to
    return entry


def zipped(*members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in members:
            archive.writestr(name, content)
    return stream.getvalue()


def test_an_archive_stays_as_it_is_unless_told_otherwise(run, web):
    """INIT-26"""
    web.files["/data.tar.gz"] = content = tar(("a", b"a"))
    assert run(f"{web.address}/data.tar.gz").succeeded().files == {"data.tar.gz": content}


@pytest.mark.parametrize("name, content", [
    ("data.tar.gz", tar(folder("./"), ("./a", b"1"), folder("sub"), ("sub/b", b"2"))),
    ("data.tar", tar(("a", b"1"), ("sub/b", b"2"), mode="w")),
    ("data.zip", zipped(("a", b"1"), ("sub/", b""), ("sub/b", b"2"))),
])  # fmt: skip
def test_an_archive_is_unpacked_in_its_place(run, web, name, content):
    """INIT-26"""
    web.files[f"/{name}"] = content
    outcome = run(f"{web.address}/{name}", UNPACK="true").succeeded()
    assert outcome.files == {"a": b"1", "sub/b": b"2"}
    assert {each["path"] for each in outcome.manifest["files"]} == {"a", "sub/b"}
    assert "nothing to fetch" in run(f"{web.address}/{name}", UNPACK="true").succeeded().out


@pytest.mark.parametrize("member", [
    ("../evil", b"x"),
    ("/tmp/evil", b"x"),
    ("a/../../evil", b"x"),
    folder("../evil"),
    link("evil", "/etc/passwd"),
    link("evil", "../../outside"),
    link("evil", "/etc/passwd", tarfile.LNKTYPE),
    link("evil", "", tarfile.CHRTYPE),
])  # fmt: skip
def test_an_archive_cannot_leave_the_target(run, web, member, tmp_path):
    """INIT-32"""
    web.files["/data.tar.gz"] = tar(("good", b"x"), member)
    run(f"{web.address}/data.tar.gz", UNPACK="true").failed(2, "archive", "data.tar.gz")
    assert not [path for path in tmp_path.rglob("evil")]


def test_a_zip_archive_cannot_leave_the_target_either(run, web, tmp_path):
    """INIT-32"""
    web.files["/data.zip"] = zipped(("../evil", b"x"))
    run(f"{web.address}/data.zip", UNPACK="true").failed(2, "data.zip")
    entry = zipfile.ZipInfo("evil")
    entry.external_attr = 0o120777 << 16
    web.files["/data.zip"] = zipped((entry, b"/etc/passwd"))
    run(f"{web.address}/data.zip", UNPACK="true").failed(2, "link")
    assert not [path for path in tmp_path.rglob("evil")]


def test_what_is_no_archive_is_not_unpacked(run, web):
    web.files["/data.tar.gz"] = b"no archive"
    run(f"{web.address}/data.tar.gz", UNPACK="true").failed(6, "not a readable archive", "UNPACK=false")


def test_an_archive_unpacks_to_so_many_files_and_folders_and_no_more(run, web):
    """INIT-26"""
    web.files["/data.tar.gz"] = tar(folder("sub"), ("sub/a", b"1"), ("sub/b", b"2"))
    web.files["/data.zip"] = zipped(("sub/", b""), ("sub/a", b"1"), ("sub/b", b"2"))
    for name in ("data.tar.gz", "data.zip"):
        run(f"{web.address}/{name}", UNPACK="true", UNPACK_MAX_MEMBERS="2").failed(2, name, "200 GiB or 2 files and folders", "UNPACK_MAX_MEMBERS")
        assert run(f"{web.address}/{name}", UNPACK="true", UNPACK_MAX_MEMBERS="3").succeeded().files == {"sub/a": b"1", "sub/b": b"2"}


def test_an_archive_unpacks_to_so_many_bytes_and_no_more(run, web, monkeypatch):
    """INIT-26"""
    web.files["/data.zip"] = zipped(("a", b"1" * 600), ("b", b"2" * 600))
    web.files["/data.tar.gz"] = tar(("a", b"1" * 600), ("b", b"2" * 600))
    monkeypatch.setattr("trainyard_initializer.archive._GIB", 1000)
    for name in ("data.tar.gz", "data.zip"):
        run(f"{web.address}/{name}", UNPACK="true", UNPACK_MAX_GIB="1").failed(2, name, "1 GiB or 2000000 files", "UNPACK_MAX_GIB")
        assert len(run(f"{web.address}/{name}", UNPACK="true", UNPACK_MAX_GIB="2").succeeded().files) == 2
