"""Which files are taken (INIT-40 to INIT-45)."""

import pytest

from trainyard_initializer.patterns import Selection, hub_model, matches


@pytest.mark.parametrize(
    "path, pattern, taken",
    [
        ("pytorch_model.bin", "*.bin", True),
        ("onnx/model.bin", "*.bin", True),
        ("model.pt", ".pt", False),
        ("data/train.parquet", "data/*", True),
        ("a/data/x", "data/*", False),
        ("original/params.json", "original/", True),
        ("A.txt", "a.txt", False),
        ("a1", "a[0-9]", True),
        ("ab", "a[!0-9]", True),
    ],
)
def test_patterns_match_whole_paths_and_stars_match_slashes(path, pattern, taken):
    """INIT-40"""
    assert matches(path, [pattern]) == taken


def test_a_file_is_taken_if_it_is_allowed_and_not_ignored():
    """INIT-41"""
    selection = Selection(("*.json",), ("secret*",))
    assert selection.takes("a.json")
    assert not selection.takes("a.txt")
    assert not selection.takes("secret.json")


def test_ignore_patterns_may_name_the_whole_key():
    """INIT-44"""
    assert not Selection((), ("prefix/a*",)).takes("a.bin", "prefix/a.bin")


def test_a_model_is_taken_without_weights_that_run_code():
    """INIT-42"""
    selection = hub_model(["model.safetensors", "pytorch_model.bin"], False)
    assert [path for path in ("model.safetensors", "pytorch_model.bin", "config.json", "code.py") if selection.takes(path)] == [
        "model.safetensors",
        "config.json",
    ]
    assert hub_model(["model.safetensors"], True).takes("code.py")


def test_a_model_that_has_only_older_weights_comes_with_them():
    """INIT-43"""
    assert hub_model(["config.json", "pytorch_model.bin", "x.pt"], False).takes("pytorch_model.bin")
    selection = hub_model(["config.json", "consolidated.00.pth"], False)
    assert selection.takes("consolidated.00.pth") and selection.takes("config.json")
