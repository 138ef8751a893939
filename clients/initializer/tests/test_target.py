"""What lies in the target, when, and how it gets there (INIT-30 to INIT-34, INIT-79)."""

import json
import os
import shutil
import socket
import subprocess
import sys

import pytest

from trainyard_initializer.failure import Failure
from trainyard_initializer.target import safe


@pytest.fixture
def folder(tmp_path):
    source = tmp_path / "source"
    (source / "sub").mkdir(parents=True)
    (source / "a.txt").write_bytes(b"aaa")
    (source / "sub" / "b.bin").write_bytes(b"b" * 5000)
    return source


def test_a_folder_comes_with_its_paths_and_a_marker_that_names_all(run, folder):
    """INIT-30, INIT-33, INIT-25"""
    outcome = run(f"file://{folder}").succeeded()
    assert outcome.files == {"a.txt": b"aaa", "sub/b.bin": b"b" * 5000}
    assert {(each["path"], each["size"]) for each in outcome.manifest["files"]} == {("a.txt", 3), ("sub/b.bin", 5000)}
    assert outcome.manifest["source"] == f"file://{folder}"
    assert "2 files, 4.9 KiB" in outcome.out


def test_nothing_but_the_marker_stays_of_the_making(run, folder):
    """INIT-32"""
    outcome = run(f"file://{folder}").succeeded()
    assert os.listdir(outcome.target / ".trainyard") == ["manifest.json"]


def test_files_can_be_read_by_a_trainer_that_is_another_user(run, folder):
    """INIT-34"""
    outcome = run(f"file://{folder}").succeeded()
    assert (outcome.target / "a.txt").stat().st_mode & 0o777 == 0o644
    assert (outcome.target / "sub").stat().st_mode & 0o777 == 0o755


def test_a_volume_with_a_group_of_its_own_stays_writable_for_the_group(run, folder, target):
    """INIT-34"""
    target.mkdir()
    target.chmod(0o2775)
    outcome = run(f"file://{folder}").succeeded()
    assert (outcome.target / "a.txt").stat().st_mode & 0o777 == 0o664
    assert (outcome.target / "sub").stat().st_mode & 0o7777 == 0o2775


def test_a_second_start_fetches_nothing(run, folder):
    """INIT-31"""
    first = run(f"file://{folder}").succeeded()
    before = (first.target / "a.txt").stat().st_ino
    second = run(f"file://{folder}").succeeded()
    assert "nothing to fetch" in second.out
    assert (second.target / "a.txt").stat().st_ino == before


def test_only_what_changed_is_fetched_again_and_nothing_is_deleted(run, folder):
    """INIT-31"""
    first = run(f"file://{folder}").succeeded()
    (first.target / "own.txt").write_bytes(b"mine")
    before = (first.target / "sub" / "b.bin").stat().st_ino
    (folder / "a.txt").write_bytes(b"new")
    second = run(f"file://{folder}").succeeded()
    assert second.files == {"a.txt": b"new", "own.txt": b"mine", "sub/b.bin": b"b" * 5000}
    assert (second.target / "sub" / "b.bin").stat().st_ino == before


def test_a_file_that_somebody_changed_in_the_target_is_fetched_again(run, folder):
    """INIT-31"""
    first = run(f"file://{folder}").succeeded()
    (first.target / "a.txt").write_bytes(b"xxx")
    assert run(f"file://{folder}").succeeded().files["a.txt"] == b"aaa"


def test_the_marker_goes_before_anything_changes(run, folder):
    """INIT-33"""
    run(f"file://{folder}").succeeded()
    shutil.rmtree(folder / "sub")
    (folder / "sub").write_bytes(b"now a file")
    run(f"file://{folder}").failed(2, "already has a folder")


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "a/../../b", "a\\b", "C:/windows", "a/./b", "", ".trainyard/manifest.json", "x" * 300])
def test_a_name_that_leaves_the_target_has_no_place_in_it(name):
    """INIT-32"""
    with pytest.raises(Failure, match="no place in the target"):
        safe(name)


def test_links_of_a_folder_count_as_what_they_lead_to(run, folder, tmp_path):
    """INIT-25"""
    elsewhere = tmp_path / "other" / "val"
    elsewhere.mkdir(parents=True)
    (elsewhere / "c").write_bytes(b"ccc")
    (elsewhere / "up").symlink_to("c")
    (folder / "val").symlink_to(elsewhere)
    (folder / "extra").symlink_to("sub")
    (folder / "file").symlink_to(elsewhere / "c")
    (tmp_path / "alias").symlink_to(folder)
    expected = {"a.txt": b"aaa", "sub/b.bin": b"b" * 5000, "extra/b.bin": b"b" * 5000, "val/c": b"ccc", "val/up": b"ccc", "file": b"ccc"}
    for name in ("source", "alias"):
        outcome = run(f"file://{tmp_path}/{name}", into=tmp_path / f"from {name}").succeeded()
        assert outcome.files == expected
        assert not [path for path in outcome.target.rglob("*") if path.is_symlink()]
        assert "left out" not in outcome.out


def test_a_snapshot_in_the_cache_of_the_hub_is_a_model(run, tmp_path):
    """INIT-25"""
    repository = tmp_path / "hub" / "models--x--y"
    snapshot = repository / "snapshots" / "abc"
    snapshot.mkdir(parents=True)
    (repository / "blobs").mkdir()
    (repository / "blobs" / "1111").write_bytes(b"weights")
    (snapshot / "model.safetensors").symlink_to("../../blobs/1111")
    assert run(f"file://{snapshot}", kind="model").succeeded().files == {"model.safetensors": b"weights"}


@pytest.mark.parametrize("to", [".", "..", "sub", "../sub/loop", "/", "loop"])
def test_a_link_in_a_circle_is_left_out_and_named(run, folder, to):
    """INIT-25"""
    place = folder / "sub" / "loop"
    place.symlink_to(folder / "sub" if to == "sub" else to)
    outcome = run(f"file://{folder}").succeeded()
    assert outcome.files == {"a.txt": b"aaa", "sub/b.bin": b"b" * 5000}
    assert "left out: sub/loop (a link in a circle" in outcome.out.splitlines()[-1]
    assert "left out: sub/loop" in run(f"file://{folder}").succeeded().out, "also when there is nothing to fetch"


def test_folders_that_link_to_each_other_end(run, folder, tmp_path):
    """INIT-25"""
    other = tmp_path / "other"
    other.mkdir()
    (other / "c").write_bytes(b"ccc")
    (other / "back").symlink_to(folder)
    (folder / "other").symlink_to(other)
    outcome = run(f"file://{folder}").succeeded()
    assert outcome.files == {"a.txt": b"aaa", "sub/b.bin": b"b" * 5000, "other/c": b"ccc"}
    assert "other/back (a link in a circle" in outcome.out


def test_a_link_that_leads_nowhere_is_an_error_unless_it_is_not_wanted(run, folder):
    """INIT-25"""
    (folder / "val").symlink_to("/none/val")
    run(f"file://{folder}").failed(3, "val (a link to /none/val, and there is nothing)", "IGNORE_PATTERNS")
    run(f"file://{folder}", ALLOW_PATTERNS="a.txt,val/*.png").failed(3, "val (a link to /none/val")
    for ignored in ("val", "val/", "val/*"):
        assert "left out" not in run(f"file://{folder}", IGNORE_PATTERNS=ignored).succeeded().out
    outcome = run(f"file://{folder}", ALLOW_PATTERNS="*.bin").succeeded()
    assert outcome.files.keys() >= {"sub/b.bin"}
    assert "left out: val (a link to /none/val" in outcome.out


def test_what_is_neither_a_file_nor_a_folder_is_left_out_and_named(run, folder, monkeypatch):
    """INIT-25"""
    os.mkfifo(folder / "pipe")
    (folder / "line\nbreak").symlink_to("pipe")
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
    outcome = run(f"file://{folder}").succeeded()
    assert outcome.files == {"a.txt": b"aaa", "sub/b.bin": b"b" * 5000}
    last = outcome.out.splitlines()[-1]
    assert r"left out: 'line\nbreak' (a named pipe), pipe (a named pipe), socket (a socket)" in last
    run(f"file://{folder}/pipe", into=outcome.target.parent / "other").failed(2, "is a named pipe")


def test_a_link_never_leads_to_what_a_process_sees_of_itself(run, folder, target):
    """INIT-32: the variables of this program may be secrets."""
    (folder / "link").symlink_to("/proc/self/environ")
    run(f"file://{folder}", ACCESS_TOKEN="secret-token").failed(2, "link (a link to /proc/")
    assert not (target / "link").exists()


def test_a_link_does_not_lead_out_of_a_claim(run, tmp_path):
    """INIT-24, INIT-32"""
    claim = tmp_path / "claims" / "hub"
    (claim / "blobs").mkdir(parents=True)
    (claim / "snapshot").mkdir()
    (claim / "blobs" / "1").write_bytes(b"weights")
    (claim / "snapshot" / "model").symlink_to("../blobs/1")
    settings = {"PVC_ROOT": str(tmp_path / "claims")}
    # A pod that mounts the folder does not see what lies beside it; the step that copies it does.
    run("pvc://hub/snapshot", **settings).failed(2, "model (a link that leads out of", "PVC_COPY")
    assert run("pvc://hub/snapshot", PVC_COPY="true", **settings).succeeded().files == {"model": b"weights"}
    (claim / "snapshot" / "out").symlink_to("/etc/hostname")
    run("pvc://hub/snapshot", PVC_COPY="true", into=tmp_path / "other", **settings).failed(2, "out (a link that leads out of")


def test_names_of_any_length_and_kind_are_taken(run, folder):
    """INIT-25"""
    names = ["n" * 255, "ä b", "new\nline", "-rf", "*", os.fsdecode(b"not utf-8 \xff"), "..two", ".hidden"]
    for name in names:
        (folder / name).write_bytes(b"x")
    (folder / "..dots").mkdir()
    (folder / "..dots" / "x").write_bytes(b"x")
    assert run(f"file://{folder}").succeeded().files.keys() == {"a.txt", "sub/b.bin", "..dots/x", *names}


def test_the_path_of_an_address_is_decoded(run, tmp_path):
    """INIT-29"""
    for name in ("my data ä", "100%_true"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a").write_bytes(b"a")
    for number, written in enumerate(("my%20data%20%C3%A4", "my data ä", "100%25_true", "100%_true")):
        assert run(f"file://{tmp_path}/{written}", into=tmp_path / str(number)).succeeded().files == {"a": b"a"}
    run("file:///a%00b").failed(2, "%00")


def test_what_must_not_be_read_is_named(run, folder, forbid):
    """INIT-75"""
    for name in ("a.txt", "sub"):
        forbid(folder / name)
        run(f"file://{folder}").failed(4, f"{name} (must not be read")


def test_a_link_in_the_target_is_not_followed(run, folder, target, tmp_path):
    """INIT-32"""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    target.mkdir()
    (target / "sub").symlink_to(elsewhere)
    run(f"file://{folder}").failed(2, "not a folder but a file or a link")
    assert not list(elsewhere.iterdir())


def test_a_mounted_config_map_comes_without_its_hidden_folders(run, folder):
    """INIT-25"""
    (folder / "..2024").mkdir()
    (folder / "..2024" / "key").write_bytes(b"value")
    (folder / "..data").symlink_to("..2024")
    (folder / "key").symlink_to("..data/key")
    assert run(f"file://{folder}").succeeded().files == {"a.txt": b"aaa", "key": b"value", "sub/b.bin": b"b" * 5000}


def test_a_folder_that_is_not_there_is_named(run, tmp_path):
    """INIT-75"""
    run(f"file://{tmp_path}/none").failed(3, f"{tmp_path}/none", "mounted")


def test_a_path_that_leads_nowhere_is_named(run, folder):
    """INIT-75"""
    (folder / "loop").symlink_to("loop")
    run(f"file://{folder}/a.txt/b").failed(3, f"{folder}/a.txt/b")
    run(f"file://{folder}/loop").failed(2, f"{folder}/loop")
    run(f"file://{folder}/{'n' * 300}").failed(2, "too long")


def test_an_address_with_two_slashes_is_corrected(run):
    run("file://data/set").failed(2, "file:///data/set")


def test_an_empty_source_is_an_error(run, tmp_path):
    """INIT-65"""
    (tmp_path / "empty").mkdir()
    run(f"file://{tmp_path}/empty").failed(8, "holds no files", "ALLOW_PATTERNS")


def test_patterns_that_take_nothing_are_an_error(run, folder):
    """INIT-65"""
    run(f"file://{folder}", ALLOW_PATTERNS="*.none").failed(8, "holds no files")


def test_a_disk_that_is_too_small_is_known_before_it_is_full(run, folder):
    """INIT-79"""
    with open(folder / "huge", "wb") as file:
        file.truncate(1 << 42)
    run(f"file://{folder}").failed(7, "more bytes are needed", "larger claim")


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk needs root")
def test_a_disk_that_becomes_full_is_said_to_be(web, tmp_path):
    """INIT-75: the size is known only when it is too late."""
    web.files["/big"] = bytes(4 << 20)
    web.sizes = web.ranges = False
    script = "mount -t tmpfs -o size=2m small \"$0\" && exec \"$@\""
    ended = subprocess.run(
        ["unshare", "-m", "sh", "-c", script, str(tmp_path), sys.executable, "-m", "trainyard_initializer", "dataset"],
        env=os.environ | {"STORAGE_URI": f"{web.address}/big", "TARGET_PATH": str(tmp_path / "data"), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 7, ended.stderr
    assert "is full" in ended.stderr and "larger claim" in ended.stderr


def test_a_file_that_changes_while_it_is_read_is_not_taken(run, folder, monkeypatch):
    """INIT-57"""
    from trainyard_initializer.part import Part

    append = Part.append

    def appending(part, chunk):
        append(part, chunk)
        if part.entry.path == "a.txt":
            (folder / "a.txt").write_bytes(b"other")

    monkeypatch.setattr(Part, "append", appending)
    run(f"file://{folder}").failed(6, "changed at the source", "a.txt")


def test_a_claim_that_is_mounted_is_looked_at_and_not_copied(run, tmp_path):
    """INIT-24"""
    (tmp_path / "claims" / "data" / "train").mkdir(parents=True)
    (tmp_path / "claims" / "data" / "train" / "x").write_bytes(b"x")
    outcome = run("pvc://data/train", PVC_ROOT=str(tmp_path / "claims")).succeeded()
    assert "is mounted: 1 files" in outcome.out
    assert not outcome.target.exists()


def test_a_claim_is_copied_when_that_is_asked_for(run, tmp_path):
    """INIT-24"""
    (tmp_path / "claims" / "data" / "train").mkdir(parents=True)
    (tmp_path / "claims" / "data" / "train" / "x").write_bytes(b"x")
    assert run("pvc://data/train", PVC_ROOT=str(tmp_path / "claims"), PVC_COPY="true").succeeded().files == {"x": b"x"}


def test_a_claim_that_is_not_mounted_is_named(run, tmp_path):
    """INIT-24"""
    run("pvc://data/train", PVC_ROOT=str(tmp_path)).failed(3, "claim data is not mounted")


def test_a_path_cannot_leave_its_claim(run, tmp_path):
    """INIT-24, INIT-32"""
    (tmp_path / "data").mkdir()
    run("pvc://data/../../etc", PVC_ROOT=str(tmp_path)).failed(2, "leads out of the claim")


def test_the_last_words_go_where_kubernetes_finds_them(run, folder, tmp_path):
    """INIT-76"""
    log = tmp_path / "termination-log"
    log.touch()
    run(f"file://{folder}", TERMINATION_LOG=str(log)).succeeded()
    assert "2 files" in log.read_text()
    run("s4://x", TERMINATION_LOG=str(log))
    assert log.read_text().startswith("2: ")


def test_files_of_another_boot_without_a_checksum_are_fetched_again(run, folder, target, monkeypatch):
    """INIT-78: after a crash of the machine a file may have its size and not its content."""
    from trainyard_initializer import target as targets

    run(f"file://{folder}").succeeded()
    marker = target / ".trainyard" / "manifest.json"
    files = json.loads(marker.read_text())["files"]
    marker.unlink()
    inode = (target / "a.txt").stat().st_ino
    lines = [{"boot": targets._boot()}, *files]
    (target / ".trainyard" / "journal").write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"path": "cut')
    run(f"file://{folder}").succeeded()
    assert (target / "a.txt").stat().st_ino == inode, "same boot: kept"
    marker.unlink()
    lines[0] = {"boot": "another"}
    (target / ".trainyard" / "journal").write_text("".join(json.dumps(line) + "\n" for line in lines))
    run(f"file://{folder}").succeeded()
    assert (target / "a.txt").stat().st_ino != inode, "another boot: fetched"
