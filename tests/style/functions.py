"""Functions and public declarations of C++ files, found by their braces: good
enough for figures, not a parser. look.py prints what it finds."""
import re

_BLOCK = re.compile(
    r"\b(?:namespace|class|struct|enum|union)\b(?![^{]*\)\s*(?:const)?$)|"
    r'\bextern\s*$')
_CONTROL = re.compile(r"^\s*(?:if|else|for|while|do|switch|case|default)\b")
_DECLARED = re.compile(
    r"^\s*(?:template\s*<.*>\s*)?(?:\[\[\w+\]\]\s*)?"
    r"(?:(?:inline|static|constexpr|virtual|explicit)\s+)*"
    r"(?:(?:class|struct|enum class|enum)\s+(\w+)[^;]*\{|"
    r"[\w:<>,&*\s]+?[\s&*>](\w+)\s*\()")


def _plain(file):
    """Code without preprocessor lines."""
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*",
                  lambda m: re.sub(r"[^\n]", " ", m.group()), file.code,
                  flags=re.M)


def _closing(code, start):
    depth = 0
    for at in range(start, len(code)):
        if code[at] == "{":
            depth += 1
        elif code[at] == "}":
            depth -= 1
            if depth == 0:
                return at
    return len(code) - 1


def functions(file):
    """(first line, lines, name) of each function with a body."""
    code = re.sub(r"\b(?:public|private|protected):",
                  lambda m: " " * len(m.group()), _plain(file))
    head, at = 0, 0
    while at < len(code):
        char = code[at]
        if char in ";}":
            head = at + 1
        elif char == "{":
            text = code[head:at]
            if re.search(r"\)[^()]*:[^:].*[\w>]\s*$", text, re.S):
                at = _closing(code, at)  # a member's initialiser
            elif _BLOCK.search(text) and "operator" not in text:
                head = at + 1
            elif re.search(r"=\s*$|^\s*\w*\s*$", text):
                at = _closing(code, at)  # a value
            elif "(" in text and not _CONTROL.match(text):
                end = _closing(code, at)
                first = file.line_of(head + len(text) - len(text.lstrip()))
                name = re.search(r"([\w:~]+|operator\S+)\s*\(", text)
                yield (first, file.line_of(end) - first + 1,
                       name[1] if name else "?")
                at = end
                head = end + 1
            else:
                at = _closing(code, at)
        at += 1


def _open_scope(head):
    """Whether what follows `head` and its brace can be seen from outside: the
    members of a type as long as nothing else is said, a namespace's names."""
    if "(" in head or "=" in head or re.search(r"\bnamespace\s+internal", head):
        return False
    kind = re.search(r"\b(namespace|class|struct|union|extern)\b", head)
    return kind is not None and kind[1] != "class"


def declarations(file):
    """(line, name, has a contract?) of a header's public declarations:
    types and functions, not accessors, constructors and overrides. A contract
    covers the lines below it up to the next blank one."""
    code = _plain(file).splitlines()
    covered, scopes, head, types = False, [], "", set()
    for number, (line, raw) in enumerate(zip(code, file.lines), 1):
        if raw.strip().startswith("///"):
            covered = True
        elif not raw.strip():
            covered = False
        access = re.match(r"\s*(public|protected|private):", line)
        if access and scopes:
            scopes[-1] = access[1] == "public"
            continue
        match = _DECLARED.match(line)
        if (match and all(scopes)
                and not re.search(r"\b(?:override|default|delete|friend|"
                                  r"return|using|operator|typedef)\b", line)):
            name = match[1] or match[2]
            types.add(match[1])
            accessor = match[2] and (match[2] in types or re.fullmatch(
                r"[a-z][a-z0-9_]*", match[2]))
            if not accessor and _scope_is_open(code, number - 1):
                yield number, name, covered
        for char in line + " ":
            if char == "{":
                scopes.append(_open_scope(head))
            elif char == "}" and scopes:
                scopes.pop()
            head = "" if char in "{};" else head + char


def _scope_is_open(code, index):
    """The line starts a declaration: the one before has ended."""
    for line in reversed(code[:index]):
        if line.strip():
            return line.rstrip()[-1] in ";{}:>" or line.startswith("template")
    return True
