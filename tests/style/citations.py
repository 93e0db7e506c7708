"""Citations: `Source: docs/pmie.md, "Rates"`. A page that is named in a comment
or on a page is there, and so are the headings that stand behind it. What
"Source:" names else is in a library: a man page, an RFC, a standard, a paper."""
import posixpath
import re

# Between two words of a comment: blanks, or a new line of it.
_GAP = r"(?:[ \t]*\n[ \t]*(?://+|#)?[ \t]*|[ \t]+)"
_PAGE = r"(?<![\w*./-])(?P<page>(?:\.\./)*[\w-]+(?:/[\w-]+)*\.md)(?!\.?\w)"
_CITATION = re.compile(
    rf'{_PAGE}(?:#(?P<anchor>[\w-]+))?(?P<headings>(?:,{_GAP}"[^"]+")*)')
_HERE = re.compile(r"\]\(#(?P<anchor>[\w-]+)\)")
_SOURCE = re.compile(rf"\bSource:(?!:){_GAP}?")
_ELSEWHERE = re.compile(r"[\w.+-]+\(\d\w*\)|RFC \d+|POSIX|Unicode|"
                        r"(?:[A-Z]\. )+[A-Z]\w+, \"")
_PYTHON_CODE = re.compile(
    r'(^[ \t]*"""(?:.|\n)*?"""|#[^\n]*)|"""(?:.|\n)*?"""|'
    r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[^"\'#\n]+|.', re.M)
_READ = (".md", ".sh", ".cmake", ".g4", ".test", ".txt")


def _anchor(heading):
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _headings(page):
    """What headings of the page say, and how links name them."""
    text = re.sub(r"^```.*?^```$", "", page.text, flags=re.M | re.S)
    said = {h.replace("`", "") for h in
            re.findall(r"^#+ +(.*?) *$", text, re.M)}
    return said | {_anchor(heading) for heading in said}


def _resolve(tree, file, name):
    """The page that `name` is in `file`: beside it, from the root, or, of
    several that have it, one of those below."""
    beside = posixpath.normpath(posixpath.join(file.folder, name))
    below = [path for path in sorted(tree.paths) if path.endswith(f"/{name}")
             and path.startswith(f"{file.folder}/")]
    return tree.file(beside) or tree.file(name) or tree.file((below + [""])[0])


def _text(file):
    if file.is_cpp:
        return file.comments
    if file.suffix == ".py":
        return _PYTHON_CODE.sub(lambda match: match[1] or " " * len(match[0]),
                                file.text)
    return file.text if file.suffix in _READ else ""


def citations(file):
    """(offset, page or None for the file itself, headings) of each."""
    text = _text(file)
    for match in _CITATION.finditer(text):
        named = [re.sub(_GAP, " ", heading) for heading in
                 re.findall(r'"([^"]+)"', match["headings"])]
        if match["anchor"]:
            named.append(match["anchor"])
        yield match.start(), match["page"], named
    if file.suffix == ".md":
        for match in _HERE.finditer(text):
            yield match.start(), None, [match["anchor"]]


def _unfounded(file):
    """Offsets of "Source:" without a heading or a source elsewhere."""
    text = _text(file)
    for match in _SOURCE.finditer(text if file.is_cpp else ""):
        cited = _CITATION.match(text, match.end())
        if not (cited and cited["headings"]) and not _ELSEWHERE.match(
                text, match.end()):
            yield match.start()


def check(tree):
    known = {}
    for file in tree.files:
        for offset, name, headings in citations(file):
            page = _resolve(tree, file, name) if name else file
            if page is None:
                yield file.path, file.line_of(offset), f"{name} is not there"
                continue
            if page.path not in known:
                known[page.path] = _headings(page)
            for heading in headings:
                if heading not in known[page.path]:
                    yield (file.path, file.line_of(offset),
                           f'{page.path} has no heading "{heading}"')
        for offset in _unfounded(file):
            yield (file.path, file.line_of(offset), "a source without a page "
                   'and its heading: PAGE.md, "Heading"; name(3); RFC n')
