"""Links of an archive. What they lead to is found among its names alone, never on a disk, and becomes a file of its own: no link comes into a target."""

from dataclasses import dataclass

# As many as Linux follows for one path.
_MOST_STEPS = 40
_LONGEST_PATH = 4096


class Astray(Exception):
    """A link that leads to no file of its archive; the text says why."""


@dataclass(frozen=True, slots=True)
class Link:
    """To a path from the folder where it lies, or, a hard link, from the top of the archive."""

    to: str
    is_hard: bool = False


def followed(links, files, folders):
    """Pairs of a path that links add, and the path of the file that is there, too; None for a folder. Raises Astray, with the name of the link."""
    inside = _names_inside([*files, *links], folders) if links else {}

    def below(path, real, above):
        return ((f"{path}/{name}", f"{real}/{name}", (*above, real)) for name in inside[real])

    for link in links:
        # Last the real folders on the way: a link to one of them, or to what they lie in, is a circle.
        waiting = [iter([(link, link, (link.rpartition("/")[0],))])]
        while waiting:
            path, where, above = next(waiting[-1], (None, None, None))
            if path is None:
                waiting.pop()
                continue
            if len(path) > _LONGEST_PATH:
                raise Astray(link, "a link to a path that is too long")
            real = _real(where, links, link)
            if real in files:
                yield path, real
            elif any(_is_below(each, real) for each in above):
                raise Astray(link, "a link in a circle")
            elif real in inside:
                yield path, None
                waiting.append(below(path, real, above))
            else:
                raise Astray(link, f'a link to "{links[link].to}", which it does not hold')


def _names_inside(paths, folders):
    """Of each folder the names in it."""
    inside = {folder: {} for folder in folders}
    for path in (*paths, *folders):
        while path:
            folder, _, name = path.rpartition("/")
            names = inside.setdefault(folder, {})
            if name in names:
                break
            names[name] = True
            path = folder
    return inside


def _real(path, links, link):
    """What a path means when all links on its way are followed."""
    ahead, real, steps = path.split("/")[::-1], [], 0
    while ahead:
        part = ahead.pop()
        if part in ("", "."):
            continue
        if part == "..":
            if not real:
                raise Astray(link, f'a link that leads out of it, to "{links[link].to}"')
            real.pop()
            continue
        real.append(part)
        found = links.get("/".join(real))
        if not found:
            continue
        steps += 1
        if steps > _MOST_STEPS:
            raise Astray(link, "a link in a circle")
        if found.to.startswith("/"):
            raise Astray(link, f'a link that leads out of it, to "{found.to}"')
        real = [] if found.is_hard else real[:-1]
        ahead.extend(reversed(found.to.split("/")))
    return "/".join(real)


def _is_below(path, folder):
    return path == folder or not folder or path.startswith(folder + "/")
