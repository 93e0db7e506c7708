"""The rules of the house, one function each: takes a tree, yields findings
(path, line, message). style_test.py runs them over the project and
rules_test.py proves of each that it can fail."""
import fnmatch
import pathlib
import re

import citations
import layers

# Where exceptions may be thrown and caught: the walls round libraries, main
# the last one.
EXCEPTION_WALLS = {"grammar/antlr_parser.cc", "grammar/tree_reader.cc",
                   "base/loop/core.cc", "base/yaml/yaml.cc",
                   "cli/subcommand_options.cc", "cli/main.cc"}
# Headers of libraries that cost much, and the files that may include them.
# Tests may, but of ANTLR.
_ANTLR = r"antlr4|(?:^|/)Rules\w*\.h$"
LIBRARY_WALLS = {
    _ANTLR: {"grammar/antlr_parser.cc", "grammar/tree_reader.cc"},
    r"^CLI/": {"cli/subcommand_options.cc"},
    r"^archive(?:_entry)?\.h$": {"pmapi/archive/unpacker.cc"},
    r"^base/loop/core\.h$": {"base/loop/core.cc", "base/loop/loop.cc",
                             "base/loop/transport.cc"},
    r"^boost/spirit": {"pmapi/notation/calendar_names.h",
                       "pmapi/notation/x3_terminals.h"},
    r"^curl/": {"base/http/libcurl.h", "base/http/transfers.cc"},
    r"^histedit\.h$": {"cli/line_editor.cc"},
    r"^kainjow/": {"actions/receivers/body_template.cc"},
    r"^nlohmann/": {"actions/notification/json_body.cc",
                    "actions/receivers/body.cc",
                    "actions/receivers/body_template.cc", "cli/check.cc",
                    "actions/notification/errand.cc",
                    "cli/eval_report.cc", "cli/event_lister.cc", "cli/metric_list.cc",
                    "cli/outbox.cc"},
    r"^openssl/": {"base/tls/openssl.h"},
    r"^base/tls/openssl\.h$": {"base/tls/identity.cc", "base/tls/openssl.cc",
                               "base/tls/record_limit.cc", "base/tls/tls.cc",
                               "base/tls/trust.cc"},
    r"^sqlite3\.h$": {"actions/delivery/database.cc",
                      "actions/delivery/shared_index.h"},
    r"^re2/": {"base/named_groups.cc", "base/pattern.cc",
                "base/pattern_filter.cc",
                "base/pattern_options.h"},
    r"^base/pattern_options\.h$": {"base/named_groups.cc", "base/pattern.cc",
                                   "base/pattern_filter.cc"},
    r"^yaml-cpp/": {"base/yaml/yaml.cc"},
    r"^spdlog/": {"cli/log_sink.h", "cli/messages.cc"},
    r"^cli/log_sink\.h$": {"cli/log_sink.cc", "cli/messages.cc"},
}
CLOCK = "engine/schedule/clock.cc"
# What a wait is to be limited by.
STEADY_CLOCK = "base/loop/core.cc"
# What a signal's handler reads and writes: no other way leads there.
SIGNAL_STATE = {"base/file_guard.cc", "base/loop/signal_pipe.cc",
                "cli/main.cc"}
# Sources without a test of their own in tests/unit, and what tries them: data,
# parts that mean something only together, and the process itself.
_DERIVED_TEXT = "tests/unit/pmapi/notation/derived_expr_test.cc"
_DERIVED_PARTS = "tests/unit/pmapi/derived/derived_source_test.cc"
_LINUX_ROWS = "tests/unit/pmapi/linux/linux_catalog_test.cc"
_FETCH_PARTS = "tests/unit/pmapi/fetch/fetcher_test.cc"
_LINUX_PARTS = "tests/unit/pmapi/linux/linux_source_test.cc"
_MMV_PARTS = "tests/unit/pmapi/mmv/mmv_source_test.cc"
_PMCD_PARTS = "tests/unit/pmapi/pmcd/pmcd_source_test.cc"
TRIED_ELSEWHERE = {
    "cli/main.cc": "tests/script/",
    "cli/action_context.cc": "tests/script/act_test.py",
    "cli/conf.cc": "tests/script/conf_test.py",
    "cli/conf_console.cc": "tests/script/conf_terminal_test.py",
    "cli/notify.cc": "tests/script/receivers_test.py",
    "cli/replay_actions.cc": "tests/script/act_test.py",
    "actions/delivery/store_handover.cc": "tests/unit/actions/delivery/store_test.cc",
    "base/loop/core.cc": "tests/unit/base/loop/loop_test.cc",
    "base/http/easy.cc": "tests/unit/base/http/client_test.cc",
    "base/http/mails.cc": "tests/script/mail_test.py",
    "base/tls/record_limit.cc": "tests/script/endless_tls_test.py",
    "base/http/transfer.cc": "tests/unit/base/http/client_test.cc",
    "base/http/transfers.cc": "tests/unit/base/http/client_test.cc",
    "pmapi/notation/derived_constant.cc": _DERIVED_TEXT,
    "pmapi/notation/derived_operators.cc": _DERIVED_TEXT,
    "pmapi/notation/derived_lexer.cc": _DERIVED_TEXT,
    "pmapi/derived/arithmetic.cc": _DERIVED_PARTS,
    "pmapi/derived/bind.cc": _DERIVED_PARTS,
    "pmapi/derived/evaluate.cc": _DERIVED_PARTS,
    "pmapi/derived/metadata.cc": _DERIVED_PARTS,
    "pmapi/derived/scale.cc": _DERIVED_PARTS,
    "pmapi/fetch/fetched_column.cc": _FETCH_PARTS,
    "pmapi/fetch/shared_lanes.cc": _FETCH_PARTS,
    "pmapi/fetch/shared_rate.cc": _FETCH_PARTS,
    "pmapi/linux/linux_stream.cc": _LINUX_PARTS,
    "pmapi/linux/metric_row.cc": _LINUX_ROWS,
    "pmapi/linux/metrics_cgroup.cc": _LINUX_ROWS,
    "pmapi/linux/metrics_disk.cc": _LINUX_ROWS,
    "pmapi/linux/metrics_filesys.cc": _LINUX_ROWS,
    "pmapi/linux/metrics_hardware.cc": _LINUX_ROWS,
    "pmapi/linux/metrics_kernel.cc": _LINUX_ROWS,
    "pmapi/linux/metrics_memory.cc": _LINUX_ROWS,
    "pmapi/linux/metrics_mptcp.cc": _LINUX_ROWS,
    "pmapi/linux/metrics_netstat.cc": _LINUX_ROWS,
    "pmapi/linux/metrics_network.cc": _LINUX_ROWS,
    "pmapi/linux/metrics_process.cc": _LINUX_ROWS,
    "pmapi/linux/metrics_protocol.cc": _LINUX_ROWS,
    "pmapi/linux/metrics_vmstat.cc": _LINUX_ROWS,
    "pmapi/linux/metrics_zone.cc": _LINUX_ROWS,
    "pmapi/linux/readers_cgroup.cc": _LINUX_PARTS,
    "pmapi/linux/readers_disk.cc": _LINUX_PARTS,
    "pmapi/linux/readers_host.cc": _LINUX_PARTS,
    "pmapi/linux/readers_net.cc": _LINUX_PARTS,
    "pmapi/linux/readers_process.cc": _LINUX_PARTS,
    "pmapi/linux/system.cc": _LINUX_PARTS,
    "pmapi/linux/table_specs.cc": _LINUX_ROWS,
    "pmapi/mmv/folder.cc": _MMV_PARTS,
    "pmapi/mmv/image.cc": "tests/unit/pmapi/mmv/writer_test.cc",
    "pmapi/mmv/mmv_file.cc": _MMV_PARTS,
    "pmapi/mmv/mmv_stream.cc": _MMV_PARTS,
    "pmapi/pmcd/inquiry.cc": _PMCD_PARTS,
    "pmapi/pmcd/link.cc": _PMCD_PARTS,
    "pmapi/pmcd/pmcd_stream.cc": _PMCD_PARTS,
    "pmapi/pmcd/tick_request.cc": _PMCD_PARTS,
}
TAGS = ["REQUIRES", "Errors", "Lifetime", "Units", "Shape", "Threads",
        "Source"]


def _matches(files, pattern, message):
    for file in files:
        for match in re.finditer(pattern, file.code):
            yield (file.path, file.line_of(match.start()),
                   message.format(match.group().strip()))


def layer_law(tree):
    yield from layers.check(tree)


def cited(tree):
    yield from citations.check(tree)


def unused_layers(tree):
    yield from layers.unused(tree)


def file_comment(tree):
    """Every file starts with one to five lines that say what it is."""
    for file in tree.files:
        if file.is_cpp or file.suffix == ".g4":
            head = r"(?://[^\n]*\n)*"
        elif file.suffix in (".cmake", ".sh") or file.path.endswith(
                ("CMakeLists.txt", "layers.txt")) or file.lines[:1] == [
                    "#!/usr/bin/env bash"]:
            head = r"(?:#!.*\n)?((?:#[^\n]*\n)*)"
        elif file.suffix == ".py":
            head = r'(?:#!.*\n)?("""(?:.|\n)*?"""\n|(?:#[^\n]*\n)*)'
        else:
            continue
        comment = re.match(head, file.text)
        comment = comment[comment.lastindex or 0]
        if not 1 <= comment.count("\n") <= 5:
            yield (file.path, 1, "starts with 1 to 5 lines of comment, not "
                   f"{comment.count(chr(10))}")


def empty_names(tree):
    """No file, type, function or namespace is named after its usefulness."""
    empty = re.compile(r"(?:utils?|helpers?|common|misc)$", re.I)
    word = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
    for file in tree.files:
        if any(empty.search(part) for part in word.findall(file.path)):
            yield file.path, 1, "an empty name"
        if not file.is_cpp:
            continue
        code = re.sub(r"^[ \t]*#[^\n]*|\b(?:std|antlr4)::[\w:]+", "", file.code,
                      flags=re.M)
        named = r"\b[A-Z]\w+|(?<=namespace )\w+"
        for name in sorted(set(re.findall(named, code))):
            if any(empty.fullmatch(part) for part in word.findall(name)):
                yield file.path, 1, f"an empty name: {name}"


def exceptions(tree):
    files = [f for f in tree.product() if f.path not in EXCEPTION_WALLS]
    yield from _matches(files, r"\b(?:throw|catch|try)\b",
                        "{} outside the walls round libraries")


def clock(tree):
    """Time is a parameter: one file reads the clock, and nobody sleeps. But
    what is measured must run for a while: tests/bench, which is no test, looks
    at the time and waits."""
    files = [f for f in tree.files if not f.path.startswith("tests/bench/")]
    cpp = [f for f in files if f.is_cpp]
    yield from _matches(
        [f for f in cpp if f.path not in (CLOCK, STEADY_CLOCK)],
        r"\b(?:clock_gettime|gettimeofday|timespec_get|"
        r"(?:system|steady|high_resolution)_clock)\b|"
        r"\btime\s*\(\s*(?:nullptr|NULL|0|&\w+)\s*\)",
        "{}: only " + CLOCK + " reads the clock")
    yield from _matches(
        cpp, r"\b(?:sleep|usleep|nanosleep|sleep_for|sleep_until)\s*\(|"
        r"\bp?poll\s*\(\s*(?:nullptr|NULL)\b|"
        r"\bselect\s*\(\s*0\s*,\s*(?:nullptr|NULL)\b",
        "{}: nothing sleeps")
    for file in files:
        if file.is_test and file.suffix == ".py":
            for match in re.finditer(r"\btime\.sleep\b(?!\\)", file.text):
                yield (file.path, file.line_of(match.start()),
                       "a test that sleeps")


def apart(tree):
    """Tests run beside each other, and are the same each time: no folder, file
    name or port that others may have, no numbers that nobody can repeat."""
    tests = [f for f in tree.files if f.is_test]
    yield from _matches(
        [f for f in tests if f.is_cpp],
        r"\bTempDir\s*\(|\b(?:tmpnam|tempnam|mktemp)\s*\(|"
        r"\brandom_device\b|\bs?rand\s*\(",
        "{}...: not a test's own, or not repeatable")
    opened = (r"(?:\b(?:open|fopen|ofstream|ifstream|mkfifo|mkdir|bind|Path|"
              r"WriteImage)\b[^\n\"']{0,20}[\"']"
              r"(?:/dev/shm|(?:/var)?/tmp)/[^\n\"']*)")
    fixed = (r"(?:\b(?:bind|create_server)\(\(?\(\s*[\"'][\w.]*[\"'],\s*"
             r"[1-9]\d*)")
    again = (r"(?:\btempfile\.(?:mktemp|gettempdir)\(|"
             r"(?<![\w.])random\.(?:Random\(\)|(?!seed\b)[a-z]\w*\())")
    for file in tests:
        pattern = opened if file.is_cpp else f"{opened}|{fixed}|{again}"
        if not file.is_cpp and file.suffix != ".py":
            continue
        for match in re.finditer(pattern, file.text):
            yield (file.path, file.line_of(match.start()),
                   f"{match.group()}...: not a test's own, or not repeatable")


def printing(tree):
    files = [f for f in tree.product()
             if not f.path.startswith(("cli/", "actions/print"))
             and f.path != "base/check.cc"]
    yield from _matches(
        files, r"\bstd::(?:cout|cerr|clog)\b|\b(?:stdout|stderr|STDOUT_FILENO|"
        r"STDERR_FILENO)\b|\b(?:printf|puts|putchar|perror)\s*\(",
        "{}: only cli and actions/print print")


def exiting(tree):
    files = [f for f in tree.product() if not f.path.startswith("cli/")]
    # A child between fork and exec has no other way to end.
    children = ("actions/shell",)
    yield from _matches(files, r"\b(?:exit|quick_exit|_Exit|terminate)\s*\(",
                        "{}: only cli ends the program")
    yield from _matches([f for f in files if not f.path.startswith(children)],
                        r"\b_exit\s*\(", "{}: only cli ends the program")
    yield from _matches([f for f in files if f.path != "base/check.cc"],
                        r"\babort\s*\(", "{}: CHECK aborts, in base/check.cc")


def library_walls(tree):
    for file in tree.cpp():
        for pattern, inside in LIBRARY_WALLS.items():
            if file.path in inside:
                continue
            if file.path.startswith("tests/") and pattern != _ANTLR:
                continue
            for line, header, _ in file.includes():
                if re.search(pattern, header):
                    yield (file.path, line, f"{header} stays behind its wall: "
                           + ", ".join(sorted(inside)))


def machine_paths(tree):
    """Nothing knows on whose machine it is."""
    # Spelt apart, so that this file may be looked at too.
    homes = "|".join(("home", "root", "work", "Users"))
    path = re.compile(rf"(?<![\w.$}}/-])/(?:{homes})/\w|/var/" r"tmp/\w")
    for file in tree.files:
        if file.path == "LICENSE":
            continue
        for match in path.finditer(file.text):
            yield (file.path, file.line_of(match.start()),
                   f"a machine's path: {match.group()}...")


def _declared(code, start):
    """What stands before the value, body or parameters of the declaration at
    `start`, and the character that ends it; what < and > hold is left out."""
    depth, kept = 0, ""
    for char in code[start:]:
        depth += (char == "<") - (char == ">")
        if depth == 0 and char in "={(;":
            return kept, char
        kept += char if depth == 0 and char != ">" else ""
    return kept, ""


def mutable_globals(tree):
    """No variable that lives for ever and is not const: static, thread_local,
    or in a namespace, whose declarations begin their line."""
    pattern = re.compile(
        r"^(?:[ \t]*(?:(?:\[\[\w+\]\]|inline)\s+)*(?:static|thread_local)\b|"
        r"(?!(?:using|namespace|friend|typedef|extern|template|class|struct|enum|"
        r"union|static_assert)\b)\w)", re.M)
    for file in tree.product():
        code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*",
                      lambda m: re.sub(r"[^\n]", " ", m.group()), file.code,
                      flags=re.M)
        for match in pattern.finditer(code):
            said, end = _declared(code, match.start())
            # A function has a large letter, or parameters: a type and a name.
            variable = end and re.search(r"[\s*&][a-z]\w*\s*(?:\[.*)?$", said)
            if end == "(":
                variable = variable and not re.match(
                    r"[^\n;]*\((?:\s*\)|[^;]*?\w[\s*&>]+\w)",
                    code[match.start():])
            const = re.search(r"\bconstexpr\b|\bconst\b[^*]*$", said)
            if variable and not const and file.path not in SIGNAL_STATE:
                yield (file.path, file.line_of(match.start()),
                       f"mutable state that lives for ever: "
                       f"{' '.join(said.split())}")


def tag_order(tree):
    """The tags of a contract stand in one order."""
    for file in tree.cpp():
        for block in re.finditer(r"(?:^[ \t]*///[^\n]*\n)+", file.text, re.M):
            found = re.findall(rf"\b({'|'.join(TAGS)}):(?!:)", block.group())
            if found != sorted(found, key=TAGS.index):
                yield (file.path, file.line_of(block.start()),
                       f"tags out of order: {', '.join(found)}")


def spelling(tree):
    """Comments are in British English."""
    american = re.compile(
        r"\b(?:behavior|color|neighbor|honor|favor|center|analyz|"
        r"(?:initial|normal|serial|recogn|optim|organ|general|minim|maxim|"
        r"special|summar|synchron|categor|real)iz(?=e|ing|ation))\w*", re.I)
    for file in tree.cpp():
        for match in american.finditer(file.comments):
            yield (file.path, file.line_of(match.start()),
                   f"American spelling: {match.group()}")


def old_compilers(tree):
    """C++20 as far as GCC 12 and clang 14 both go."""
    yield from _matches(
        tree.cpp(), r"\bstd::(?:format|expected|views|source_location|"
        r"print|println|generator|move_only_function)\b",
        "{} is not in both of our compilers")


def folder_readme(tree):
    """A folder says on a page what it is and what each header is for, and names
    no file that is gone."""
    allowed, _ = layers.read(tree)
    folders = {f.folder for f in tree.product() if f.folder in allowed}
    folders |= {folder.split("/")[0] for folder in folders}
    for folder in sorted(folders):
        file = tree.file(f"{folder}/README.md")
        if file is None:
            yield f"{folder}/README.md", 1, "is missing"
            continue
        if len(file.lines) > 60:
            yield file.path, 60, f"{len(file.lines)} lines are over a page"
        for match in re.finditer(r"`([\w/]+\.(?:h|cc|g4))`", file.text):
            below = {p for p in tree.paths if p.startswith(f"{folder}/")
                     and p.endswith(f"/{match[1]}")}
            if not below and match[1] not in tree.paths:
                yield (file.path, file.line_of(match.start()),
                       f"{match[1]} is not there")
        named = set(re.findall(r"\w+(?:\*(?!\*))?", file.text))
        for header in tree.product():
            stem = pathlib.PurePath(header.path).stem
            if (header.folder == folder and header.suffix == ".h"
                    and not any(fnmatch.fnmatch(stem, one) for one in named)):
                yield file.path, 1, f"does not name {stem}.h"


def mirror(tree):
    """tests/unit mirrors the tree: every source has its test there."""
    for file in tree.product():
        if file.suffix != ".cc":
            continue
        own = f"tests/unit/{file.path.removesuffix('.cc')}_test.cc"
        elsewhere = TRIED_ELSEWHERE.get(file.path)
        if own in tree.paths:
            if elsewhere is not None:
                yield file.path, 1, "has its test: not TRIED_ELSEWHERE"
        elif elsewhere is None:
            yield file.path, 1, f"has no test: {own}"
        elif not any(path.startswith(elsewhere) for path in tree.paths):
            yield file.path, 1, f"its test is not there: {elsewhere}"


ALL = [layer_law, unused_layers, file_comment, empty_names, exceptions, clock,
       apart, printing, exiting, library_walls, machine_paths, mutable_globals,
       tag_order, spelling, old_compilers, folder_readme, mirror, cited]
