"""Which files of a source are taken: patterns as the Hub's library reads them, over whole paths."""

import fnmatch
from dataclasses import dataclass

WEIGHTS = ("*.safetensors", "*.gguf")
# Tried in this order where a model has no weights in a format that can be read without running code.
OLDER_WEIGHTS = (("*.bin",), ("*.pt", "*.pth"))
MODEL_ALLOW = ("*.json", "*.safetensors", "*.model", "*.txt", "*.gguf", "*.jinja")
MODEL_IGNORE = ("*.msgpack", "*.h5", "*.bin", "*.pt", "*.pth")


@dataclass(frozen=True)
class Selection:
    """Files that match at least one allow pattern, or all where there is none, and no ignore pattern."""

    allow: tuple = ()
    ignore: tuple = ()

    def takes(self, *forms):
        """Whether a file is taken; `forms` are its path, and longer forms of it that ignore patterns may match, too."""
        if self.allow and not matches(forms[0], self.allow):
            return False
        return not any(matches(form, self.ignore) for form in forms)

    def ignores(self, path):
        """Whether neither a file of this path is taken nor what lies in a folder of this path."""
        return matches(path, self.ignore) or matches(path + "/", self.ignore)

    def may_take(self, path):
        """Whether somebody who names files asks for this path, or for one below it."""
        return path == "." or not self.allow or matches(path, self.allow) or any(pattern.startswith(path + "/") for pattern in self.allow)


def matches(path, patterns):
    """Whether the whole path matches a pattern; `*` stands for slashes, too, and a pattern that ends with `/` for all below."""
    return any(fnmatch.fnmatchcase(path, pattern + "*" if pattern.endswith("/") else pattern) for pattern in patterns)


def hub_model(paths, code_too):
    """What is taken of a model's repository when the user set no patterns."""
    allow = MODEL_ALLOW + (("*.py",) if code_too else ())
    selection = Selection(allow, MODEL_IGNORE)
    taken = [path for path in paths if selection.takes(path)]
    if any(matches(path, WEIGHTS) for path in taken):
        return selection
    for older in OLDER_WEIGHTS:
        if any(matches(path, older) for path in paths):
            return Selection(allow + older, tuple(p for p in MODEL_IGNORE if p not in older))
    return selection
