"""Prints what the files of a program say: a name and a value on each line."""
import ast, os, sys

kind, target, known = sys.argv[1], sys.argv[2], sys.argv[3].split(",")
MAX_PLACES = 200

def read(path):
    for folder in [""] + os.environ.get("PYTHONPATH", "").split(os.pathsep):
        if os.path.isfile(os.path.join(folder, path)):
            with open(os.path.join(folder, path), "rb") as file:
                return file.read()

def name(node):
    return getattr(node, "attr", getattr(node, "id", ""))

def nodes(tree):
    """All of a file in its order, each with whether it is within something. What never runs is left out."""
    stack = [(tree, False)]
    while stack:
        node, nested = stack.pop()
        yield node, nested
        never = isinstance(node, ast.If) and (name(node.test) == "TYPE_CHECKING" or not getattr(node.test, "value", True))
        children = node.orelse if never else list(ast.iter_child_nodes(node))
        stack += [(child, not isinstance(node, ast.Module)) for child in reversed(children)]

def imported(tree):
    """The dots of what lies beside the file, the parts of its name, and whether that is within something."""
    for node, nested in nodes(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            start = node.module + "." if getattr(node, "module", None) else ""
            for each in node.names:
                yield getattr(node, "level", 0), (start + each.name).split("."), nested

def search(files, roots):
    """Level by level, so that what a file imports itself counts before what these import."""
    seen = set()
    for folder, tree in files:
        imports = list(imported(tree))
        for within in (False, True):
            first = {parts[0] for level, parts, nested in imports if not level and nested <= within}
            for module in known:
                if module in first:
                    return module
        for level, parts, _ in imports:
            for base in [os.path.join(folder, "../" * (level - 1))] if level else roots:
                for end in range(len(parts)):
                    place = os.path.normpath(base + "/".join(parts[:end + 1]))
                    if place not in seen and len(seen) < MAX_PLACES:
                        seen.add(place)
                        try:
                            path = place + ".py" if read(place + ".py") is not None else place + "/__init__.py"
                            files.append((path[:path.rfind("/") + 1], ast.parse(read(path) or "")))
                        except (OSError, SyntaxError, ValueError, RecursionError):
                            pass
    return ""

def note(tree):
    for node, _ in nodes(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and "environ" in ast.dump(node.targets[0]):
            for variable in ("MASTER_ADDR", "MASTER_PORT"):
                if repr(variable) in ast.dump(node.targets[0]):
                    print(variable, node.value.value)
        if isinstance(node, ast.Call) and name(node.func) == "Trainer" and not {"num_nodes", None} & {each.arg for each in node.keywords}:
            if {"lightning", "pytorch_lightning"} & {parts[0] for _, parts, _ in imported(tree)}:
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
try:
    if code is not None:
        tree = ast.parse(code, target)
        note(tree)
        print("module", search([(folder, tree)], roots))
except SyntaxError:
    pass  # The program says so itself.
