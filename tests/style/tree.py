"""The project's files as the style tests and ./dev look see them: which there
are, their text, and C++ without its comments and strings. Judges nothing;
that is rules.py's and look.py's business."""
import functools
import pathlib
import re
import subprocess

CPP = {".h", ".cc"}
PRODUCT = ("base", "pmapi", "grammar", "engine", "actions", "rules", "cli")
# Inputs for programs, as they are: no style applies to them.
DATA = ("tests/fuzz/corpus/",)

_OPAQUE = re.compile(
    r'//[^\n]*|/\*.*?\*/'
    r'|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'", re.S)
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.M)


def _blank(match):
    return re.sub(r"[^\n]", " ", match.group())


class File:
    """One file, by its path from the root."""

    def __init__(self, root, path):
        self.path = path
        self.suffix = pathlib.PurePath(path).suffix
        self.folder = str(pathlib.PurePath(path).parent)
        self._file = root / path

    @functools.cached_property
    def text(self):
        return self._file.read_text(encoding="utf-8", errors="replace")

    @functools.cached_property
    def lines(self):
        return self.text.splitlines()

    @functools.cached_property
    def code(self):
        """C++ with comments and literals blanked; lines stay where they are."""
        return _OPAQUE.sub(_blank, self.text)

    @functools.cached_property
    def comments(self):
        """The reverse of `code`: only comments, in their places."""
        kept, last = [], 0
        for match in _OPAQUE.finditer(self.text):
            kept.append(re.sub(r"[^\n]", " ", self.text[last:match.start()]))
            comment = match.group().startswith(("//", "/*"))
            kept.append(match.group() if comment else _blank(match))
            last = match.end()
        return "".join(kept) + re.sub(r"[^\n]", " ", self.text[last:])

    def includes(self):
        """(line, header, written in quotes?) for every #include."""
        for match in _INCLUDE.finditer(self.text):
            yield self.line_of(match.start()), match[2], match[1] == '"'

    def line_of(self, offset):
        return self.text.count("\n", 0, offset) + 1

    @property
    def is_cpp(self):
        return self.suffix in CPP

    @property
    def is_product(self):
        return self.path.startswith(tuple(f"{top}/" for top in PRODUCT))

    @property
    def is_test(self):
        return self.path.startswith("tests/")


class Tree:
    """All files that are, or are about to be, under version control."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.files = [
            File(self.root, path) for path in self._paths()
            if not path.startswith(DATA) and (self.root / path).is_file()]
        self.paths = {file.path for file in self.files}

    def _paths(self):
        if (self.root / ".git").exists():
            listed = subprocess.run(
                ["git", "ls-files", "-z", "-co", "--exclude-standard"],
                cwd=self.root, check=True, stdout=subprocess.PIPE).stdout
            return sorted(set(listed.decode().split("\0")) - {""})
        return sorted(str(path.relative_to(self.root))
                      for path in self.root.rglob("*") if path.is_file())

    def cpp(self):
        return [file for file in self.files if file.is_cpp]

    def product(self):
        return [file for file in self.cpp() if file.is_product]

    def file(self, path):
        return next((f for f in self.files if f.path == path), None)
