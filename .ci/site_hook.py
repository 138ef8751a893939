"""What the site of the documents needs beyond MkDocs: an order of pages, and links to files outside of docs."""

import logging
import os
import posixpath
import re

log = logging.getLogger("mkdocs.hooks.trainyard")

LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
FENCE = re.compile(r"^(\s*```\w+)\b.*$")
ITEM = re.compile(r"(?:[-*]|\d+\.) ")


def on_files(files, config):
    """Puts the pages of each section in order: those that are named, then the rest of its folders by name."""
    pages = {file.src_uri: file for file in files.documentation_pages() if file.inclusion.is_included()}
    shown = set()
    nav = []
    for section in config.extra["sections"]:
        ((title, names),) = section.items()
        entries = []
        for name in names:
            found = sorted(page for page in pages if page.startswith(name)) if name.endswith("/") else [name]
            entries += [page for page in found if page in pages and page not in shown]
            shown.update(found)
        if entries:
            nav.append({title: entries})
    for page in sorted(set(pages) - shown):
        log.warning("%s is in no section of mkdocs.yml", page)
    config.nav = nav


def on_page_markdown(markdown, page, config, files):
    folder = posixpath.dirname(page.file.src_uri)

    def target(link):
        before, path, after = link.groups()
        if ":" in path or path.startswith("/"):
            return link[0]
        inside = posixpath.normpath(posixpath.join(folder, path))
        known = files.get_file_from_path(inside)
        if known and known.inclusion.is_included():
            return link[0]
        real = os.path.join(config.docs_dir, inside)
        if not os.path.exists(real):
            return link[0]  # MkDocs says so
        if os.path.isdir(real):
            first = first_page(inside, files)
            if first:
                return before + posixpath.relpath(first, folder or ".") + after
        place = posixpath.normpath(posixpath.join("docs", inside))
        kind = "tree" if os.path.isdir(real) else "blob"
        return f"{before}{config.repo_url.rstrip('/')}/{kind}/main/{place}{after}"

    lines = []
    in_fence = False
    for line in markdown.split("\n"):
        if line.lstrip().startswith("```"):
            in_fence = not in_fence
            # The words after the language are for our tests.
            line = FENCE.sub(r"\1", line)
        elif not in_fence:
            line = LINK.sub(target, line)
            # The repository's view begins a list without an empty line before it.
            before = lines[-1] if lines else ""
            if ITEM.match(line) and before.strip() and not ITEM.match(before) and not before.startswith(" "):
                lines.append("")
        lines.append(line)
    return "\n".join(lines)


def first_page(folder, files):
    """That of a folder to which a link leads."""
    found = sorted(file.src_uri for file in files.documentation_pages() if file.src_uri.startswith(folder + "/"))
    return next((page for page in found if page.endswith("/README.md")), found[0] if found else None)
