"""Writes registry, repository and digests of the released images into the values of a chart."""

import re
import sys

file, repository, tag, *rest = sys.argv[1:]
dry_run = "--dry-run" in rest
digests = [word for word in rest if word.startswith("sha256:")]
with open(file, encoding="utf-8") as values:
    text = values.read()


def section(name):
    found = re.search(rf"^{name}:\n(?:(?:  .*)?\n)+", text, re.M)
    if not found:
        sys.exit(f"{file} has no section {name}")
    return found


def set_value(body, key, value):
    changed, count = re.subn(rf"^(  {key}:).*$", lambda line: f'{line[1]} "{value}"', body, count=1, flags=re.M)
    if not count:
        sys.exit(f"{file} has no value {key} to set")
    return changed


registry, _, path = repository.partition("/")
found = section("image")
body = set_value(found[0], "registry", registry)
body = set_value(body, "repository", f"{path}/trainyard")
initializer = f"{repository}/trainyard-initializer:{tag}"
if len(digests) == 2:
    body = set_value(body, "digest", digests[0])
    initializer += f"@{digests[1]}"
elif not dry_run:
    sys.exit("digests of images are missing; run .ci/release/image first")
text = text[: found.start()] + body + text[found.end() :]
found = section("runtimes")
body = set_value(found[0], "initializerImage", initializer)
text = text[: found.start()] + body + text[found.end() :]
with open(file, "w", encoding="utf-8") as values:
    values.write(text)
