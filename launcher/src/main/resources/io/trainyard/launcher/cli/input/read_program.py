"""Prints what the files of a program say: a name and a value on each line."""
import ast
import os
import sys

kind, target, known = sys.argv[1], sys.argv[2], sys.argv[3].split(",")
MAX_PLACES = 200


def read(path):
    for folder in [""] + os.environ.get("PYTHONPATH", "").split(os.pathsep):
        if os.path.isfile(os.path.join(folder, path)):
            with open(os.path.join(folder, path), "rb") as file:
                return file.read()


def never_runs(node):
    test = getattr(node, "test", None)
    return isinstance(node, ast.If) and (
        getattr(test, "attr", getattr(test, "id", "")) == "TYPE_CHECKING" or not getattr(test, "value", True))


def nodes(tree):
    """All of a file in its order, each with whether it is within something."""
    stack = [(tree, False)]
    while stack:
        node, nested = stack.pop()
        yield node, nested
        children = node.orelse if never_runs(node) else list(ast.iter_child_nodes(node))
        stack += [(child, not isinstance(node, ast.Module)) for child in reversed(children)]


def imported(tree):
    """Names with dots, after the dots of what lies beside the file."""
    for node, nested in nodes(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            start = node.module + "." if getattr(node, "module", None) else ""
            for each in node.names:
                yield getattr(node, "level", 0), (start + each.name).split("."), nested


def framework(imports):
    for rests in (False, True):
        names = [name[0] for level, name, nested in imports if not level and nested <= rests]
        for name in known:
            if name in names:
                return name


def search(folder, tree, roots):
    """Level by level, so that what a file imports itself counts before what these import."""
    seen, files = set(), [(folder, tree)]
    while files:
        beside = []
        for folder, tree in files:
            imports = list(imported(tree))
            if framework(imports):
                return framework(imports)
            for level, name, _ in imports:
                bases = [os.path.join(folder, "../" * (level - 1))] if level else roots
                for place in (base + "/".join(name[:end + 1]) for end in range(len(name)) for base in bases):
                    place = os.path.normpath(place)
                    if place not in seen and len(seen) < MAX_PLACES:
                        seen.add(place)
                        for path in (place + ".py", place + "/__init__.py"):
                            try:
                                code = read(path)
                                if code is not None:
                                    beside.append((path[:path.rfind("/") + 1], ast.parse(code)))
                                    break
                            except (SyntaxError, ValueError, OSError, RecursionError):
                                break
        files = beside


def note(tree):
    for node, _ in nodes(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and "environ" in ast.dump(node.targets[0]):
            for name in ("MASTER_ADDR", "MASTER_PORT"):
                if repr(name) in ast.dump(node.targets[0]):
                    print(name, node.value.value)
        called = getattr(node, "func", None)
        if getattr(called, "attr", getattr(called, "id", "")) == "Trainer":
            lightning = {"lightning", "pytorch_lightning"} & {name[0] for _, name, _ in imported(tree)}
            if lightning and not {"num_nodes", None} & {each.arg for each in node.keywords}:
                print("alone", node.lineno)


path = target.replace(".", "/") + "/__main__.py" if kind == "MODULE" else target
if kind == "MODULE" and read(path) is None:
    path = target.replace(".", "/") + ".py"
folder = "" if kind == "CODE" else path[:path.rfind("/") + 1]
roots = [""] if kind in ("MODULE", "CODE") else [folder]
if kind == "INSTALLED":
    lib = os.path.dirname(sys.executable) + "/../lib/"
    roots += [""] + [lib + each + "/site-packages/" for each in os.listdir(lib) if each.startswith("python3")]
code = target if kind == "CODE" else read(path)
if code is not None:
    try:
        tree = ast.parse(code, target)
        compile(tree, target, "exec")
        note(tree)
        print("module", search(folder, tree, roots) or "")
    except (RecursionError, ValueError):
        pass
    except SyntaxError as wrong:
        print("error %s, line %s: %s: %s" % (target, wrong.lineno or 1, type(wrong).__name__, wrong.msg))
