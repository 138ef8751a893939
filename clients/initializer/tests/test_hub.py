"""The Hub's own client against the Hub's file protocol (INIT-20, INIT-42, INIT-50 to INIT-58)."""

import pytest

WEIGHTS = bytes(range(256)) * 20_000
MODEL = {"config.json": b"{}", "model.safetensors": WEIGHTS, "pytorch_model.bin": b"old", "README.md": b"read me", "sub/tokenizer.json": b"[]"}


@pytest.fixture
def hf(run, hub, tmp_path):
    def start(uri, kind="model", **settings):
        # The endpoint of the library itself is read when it is loaded; ours is an argument.
        return run(uri, kind, **{"HF_ENDPOINT": hub.address, "HF_HOME": str(tmp_path / "home"), **settings})

    return start


def test_a_model_comes_with_its_safe_weights(hf, hub):
    """INIT-42, INIT-53"""
    commit = hub.add("model", "org/name", MODEL)
    outcome = hf("hf://org/name").succeeded()
    assert outcome.files == {"config.json": b"{}", "model.safetensors": WEIGHTS, "sub/tokenizer.json": b"[]"}
    assert outcome.manifest["revision"] == commit
    assert list((outcome.target / ".trainyard").iterdir()) == [outcome.target / ".trainyard" / "manifest.json"]


def test_a_data_set_comes_whole(hf, hub):
    """INIT-45"""
    hub.add("dataset", "org/data", {"train/a.parquet": WEIGHTS, "x.bin": b"x"})
    assert set(hf("hf://org/data", "dataset").succeeded().files) == {"train/a.parquet", "x.bin"}


def test_a_folder_of_a_data_set_is_taken_when_that_is_asked_for(hf, hub):
    """INIT-50"""
    hub.add("dataset", "org/data", {"train/a": b"a", "trainer/b": b"b"})
    assert set(hf("hf://org/data/train", "dataset", HF_SUBPATH_ONLY="true").succeeded().files) == {"train/a"}
    assert set(hf("hf://org/data/train", "dataset").succeeded().files) == {"train/a", "trainer/b"}


@pytest.mark.parametrize("uri, settings", [
    ("hf://org/name@v1.0", {}),
    ("hf://org/name", {"REVISION": "v1.0"}),
    ("hf://org/name", {"MODEL_VERSION": "v1.0"}),
])  # fmt: skip
def test_a_revision_is_taken(hf, hub, uri, settings):
    """INIT-50, INIT-51, INIT-11"""
    hub.add("model", "org/name", {"config.json": b"main"})
    commit = hub.add("model", "org/name", {"config.json": b"tag"}, "v1.0")
    outcome = hf(uri, **settings).succeeded()
    assert outcome.files == {"config.json": b"tag"}
    assert outcome.manifest["revision"] == commit


def test_patterns_choose(hf, hub):
    """INIT-41"""
    hub.add("model", "org/name", MODEL)
    assert set(hf("hf://org/name", ALLOW_PATTERNS="*.bin, README.md").succeeded().files) == {"pytorch_model.bin", "README.md"}


def test_a_token_opens_a_private_repository_and_goes_nowhere_else(hf, hub):
    """INIT-54, INIT-11"""
    hub.add("model", "org/name", MODEL)
    hub.tokens["org/name"] = "hf_secret_token"
    outcome = hf("hf://org/name", HF_TOKEN="hf_secret_token").succeeded()
    assert outcome.files["model.safetensors"] == WEIGHTS
    assert not any("hf_secret" in str(headers) for _, _, headers in hub.store.requests), "not to the host of the large files"
    assert "hf_secret" not in outcome.out + outcome.err + str(outcome.manifest)


def test_a_private_repository_without_a_token_asks_for_one(hf, hub):
    """INIT-56, INIT-75"""
    hub.add("model", "org/name", MODEL)
    hub.tokens["org/name"] = "hf_secret_token"
    hf("hf://org/name").failed(4, "org/name", "ACCESS_TOKEN", "secretRef")


def test_a_repository_that_is_not_there_is_named(hf, hub):
    """INIT-56, INIT-75"""
    hf("hf://org/none", ACCESS_TOKEN="hf_token").failed(3, "org/none", "look at the name")


def test_a_licence_that_was_not_accepted_is_said_with_its_page(hf, hub):
    """INIT-56"""
    hub.add("model", "org/name", MODEL)
    hub.gated.add("org/name")
    hf("hf://org/name", ACCESS_TOKEN="hf_token").failed(4, "licence", f"{hub.address}/org/name")


def test_a_revision_that_is_not_there_is_named(hf, hub):
    """INIT-56"""
    hub.add("model", "org/name", MODEL)
    hf("hf://org/name@v9").failed(3, "no revision v9", "REVISION")


def test_a_large_file_whose_connection_breaks_goes_on(hf, hub):
    """INIT-55"""
    hub.add("model", "org/name", MODEL)
    hub.cuts = [2_000_000]
    assert hf("hf://org/name").succeeded().files["model.safetensors"] == WEIGHTS
    assert hub.store.sent <= 1.3 * len(WEIGHTS)


def test_a_file_that_was_damaged_is_not_taken(hf, hub):
    """INIT-57"""
    from stores.hub import lfs

    hub.add("model", "org/name", MODEL)
    hub.damage.add(lfs(WEIGHTS))
    hf("hf://org/name").failed(6, "checksum", "model.safetensors")


def test_a_name_with_too_many_slashes_takes_the_folder_of_a_model(hf, hub):
    """INIT-50"""
    hub.add("model", "org/name", MODEL)
    assert set(hf("hf://org/name/sub").succeeded().files) == {"sub/tokenizer.json"}


def test_a_second_start_asks_and_fetches_nothing(hf, hub):
    """INIT-31"""
    hub.add("model", "org/name", MODEL)
    hf("hf://org/name").succeeded()
    sent = hub.store.sent
    assert "nothing to fetch" in hf("hf://org/name").succeeded().out
    assert hub.store.sent == sent


def test_the_library_leaves_nothing_in_the_home_folder(hf, hub, tmp_path):
    """INIT-58"""
    hub.add("model", "org/name", MODEL)
    hf("hf://org/name", ACCESS_TOKEN="hf_token").succeeded()
    assert not (tmp_path / "home" / "token").exists()
    assert not any("whoami" in path for _, path, _ in hub.requests)


def test_a_hub_that_cannot_be_reached_is_a_failure_of_the_network(run, hub):
    """INIT-75"""
    address = hub.address
    hub.shutdown()
    hub.server_close()
    run("hf://org/name", "model", HF_ENDPOINT=address).failed(5, "attempts", "reached from this pod")
