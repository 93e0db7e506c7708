"""The dependency law: layers.txt is well-formed, every #include of a project
header goes where its folder's line allows, and nothing is allowed that no file
uses. cmake/layers.cmake links by the same file."""
LAYERS = "tests/style/layers.txt"


def read(tree):
    """(folder -> folders it may include, findings on the file itself)"""
    allowed, findings = {}, []
    file = tree.file(LAYERS)
    if file is None:
        return allowed, [(LAYERS, 1, "is missing")]
    for number, line in enumerate(file.lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        folder, _, rest = line.partition(":")
        for name in rest.split():
            if name not in allowed:
                findings.append((LAYERS, number,
                                 f"{name} has not stood on the left before"))
        if folder in allowed:
            findings.append((LAYERS, number, f"{folder} stands here twice"))
        allowed[folder] = set(rest.split()) | {folder}
    return allowed, findings


def _used(tree):
    """(file, line, folder) of each #include of a project header."""
    for file in tree.product():
        for line, header, quoted in file.includes():
            folder, slash, _ = header.rpartition("/")
            if quoted and slash and header in tree.paths:
                yield file, line, folder


def check(tree):
    """Findings of the first two kinds."""
    allowed, findings = read(tree)
    yield from findings
    for file in tree.product():
        if file.folder not in allowed:
            yield file.path, 1, f"{file.folder} is not in {LAYERS}"
    for file, line, folder in _used(tree):
        if folder not in allowed.get(file.folder, {folder}):
            yield file.path, line, f"{file.folder} may not include {folder}"


def unused(tree):
    """Findings of the third kind."""
    allowed, _ = read(tree)
    used = {(file.folder, folder) for file, _, folder in _used(tree)}
    for number, line in enumerate(tree.file(LAYERS).lines, 1):
        folder = line.partition(":")[0]
        for name in sorted(allowed.get(folder, set()) - {folder}):
            if (folder, name) not in used:
                yield LAYERS, number, f"{folder} does not use {name}"
