"""Archives are unpacked when that is asked for, and cannot write outside of the target (INIT-26, INIT-32)."""

import errno
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
    link("evil", "sub/../../outside"),
    link("sub/evil", "../../outside"),
    link("evil", "../../outside", tarfile.LNKTYPE),
    link("evil", "", tarfile.CHRTYPE),
    link("evil", "", tarfile.FIFOTYPE),
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


def test_links_within_an_archive_become_the_files_that_they_lead_to(run, web):
    """INIT-26"""
    web.files["/data.tar.gz"] = tar(
        link("first", "train/a"),
        folder("none"),
        ("train/a", b"a"),
        ("train/sub/b", b"b"),
        link("train/sub/up", "../a"),
        link("val", "train"),
        link("test", "./val/sub"),
        link("through", "val/sub/../a"),
        link("hard", "./train/a", tarfile.LNKTYPE),
        link("empty", "none"),
    )
    train = {"a": b"a", "sub/b": b"b", "sub/up": b"a"}
    expected = {f"{name}/{path}": content for name in ("train", "val") for path, content in train.items()}
    expected |= {"first": b"a", "hard": b"a", "through": b"a", "test/b": b"b", "test/up": b"a"}
    outcome = run(f"{web.address}/data.tar.gz", UNPACK="true").succeeded()
    assert outcome.files == expected
    assert {each["path"] for each in outcome.manifest["files"]} == set(expected)
    assert not [path for path in outcome.target.rglob("*") if path.is_symlink()]
    assert "nothing to fetch" in run(f"{web.address}/data.tar.gz", UNPACK="true").succeeded().out


def test_links_within_a_zip_archive_become_files_too(run, web):
    """INIT-26"""
    linked = zipfile.ZipInfo("val")
    linked.external_attr = 0o120777 << 16
    web.files["/data.zip"] = zipped(("train/a", b"a"), (linked, b"train"))
    assert run(f"{web.address}/data.zip", UNPACK="true").succeeded().files == {"train/a": b"a", "val/a": b"a"}


def test_links_of_an_archive_are_files_where_the_disk_has_no_links(run, web, monkeypatch):
    """INIT-26"""

    def refuse(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr("os.link", refuse)
    web.files["/data.tar.gz"] = tar(("a", b"a"), link("b", "a"))
    assert run(f"{web.address}/data.tar.gz", UNPACK="true").succeeded().files == {"a": b"a", "b": b"a"}


@pytest.mark.parametrize("members, reason", [
    ([link("lost", "none")], 'a link to "none", which it does not hold'),
    ([link("lost", "lost")], "a link in a circle"),
    ([link("lost", "other"), link("other", "lost")], "a link in a circle"),
    ([link("sub/lost", ".")], "a link in a circle"),
    ([link("sub/lost", "..")], "a link in a circle"),
    ([link("lost", "far"), ("far/x", b"x"), link("far/back", "../sub/there"), link("sub/there", "../far")], "a link in a circle"),
])  # fmt: skip
def test_a_link_that_leads_to_no_file_of_its_archive_is_named(run, web, members, reason):
    """INIT-26"""
    web.files["/data.tar.gz"] = tar(("sub/a", b"a"), *members)
    run(f"{web.address}/data.tar.gz", UNPACK="true").failed(2, reason, "tar --dereference", "UNPACK=false")


def test_nothing_is_written_through_a_link_of_an_archive(run, web, tmp_path):
    """INIT-32"""
    outside = tmp_path / "outside"
    outside.mkdir()
    web.files["/data.tar.gz"] = tar(link("a", str(outside)), ("a/evil", b"x"))
    run(f"{web.address}/data.tar.gz", UNPACK="true").failed(2, "leads out of it")
    web.files["/data.tar.gz"] = tar(("b/x", b"1"), link("a", "b"), ("a/x", b"2"), ("a/y", b"3"))
    files = run(f"{web.address}/data.tar.gz", UNPACK="true").succeeded().files
    assert files["b/x"] == b"1" and files["a/y"] == b"3"
    assert not list(outside.iterdir())


def test_links_of_an_archive_count_as_what_they_become(run, web, monkeypatch):
    """INIT-26: a small archive does not fill a volume."""
    levels = [member for level in range(30) for member in (link(f"{level}/a", f"../{level + 1}"), link(f"{level}/b", f"../{level + 1}"))]
    web.files["/data.tar.gz"] = tar(*levels, ("30/x", b"x"))
    run(f"{web.address}/data.tar.gz", UNPACK="true", UNPACK_MAX_MEMBERS="1000").failed(2, "UNPACK_MAX_MEMBERS")
    chain = [link(f"{level}/down", f"../{level + 1}") for level in range(2000)]
    web.files["/data.tar.gz"] = tar(*chain, folder("2000"), ("x", b"x"))
    run(f"{web.address}/data.tar.gz", UNPACK="true").failed(2, "a path that is too long")
    monkeypatch.setattr("trainyard_initializer.archive._GIB", 1000)
    web.files["/data.tar.gz"] = tar(("a", b"1" * 600), link("b", "a"))
    run(f"{web.address}/data.tar.gz", UNPACK="true", UNPACK_MAX_GIB="1").failed(2, "UNPACK_MAX_GIB")


@pytest.mark.parametrize("mode", ["w:gz", "w:bz2", "w:xz"])
def test_a_damaged_archive_is_named(run, web, mode):
    """INIT-75"""
    content = bytearray(tar(("a", bytes(range(256)) * 4000), mode=mode))
    for index in range(len(content) // 2, len(content) // 2 + 20):
        content[index] ^= 0xFF
    name = f"data.tar.{mode[2:]}"
    web.files[f"/{name}"] = bytes(content)
    run(f"{web.address}/{name}", UNPACK="true").failed(6, name, "not a readable archive")


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
