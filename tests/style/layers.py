"""The dependency law: layers.txt is well-formed, and every #include of a
project header goes where its folder's line allows. cmake/layers.cmake links
by the same file."""
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


def check(tree):
    """Findings of both kinds."""
    allowed, findings = read(tree)
    yield from findings
    for file in tree.product():
        if file.folder not in allowed:
            yield file.path, 1, f"{file.folder} is not in {LAYERS}"
            continue
        for line, header, quoted in file.includes():
            folder, slash, _ = header.rpartition("/")
            if not quoted or not slash or header not in tree.paths:
                continue
            if folder not in allowed[file.folder]:
                yield (file.path, line,
                       f"{file.folder} may not include {folder}")
