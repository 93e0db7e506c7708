"""Each rule of rules.py can fail: a small tree that breaks it is found, at its
line, and the same tree put right is not."""
import pathlib
import sys
import tempfile
import unittest

import rules
import tree

LAYERS = "# The law.\nbase:\npmapi/metric: base\nengine/eval: base\n"
HEAD = "// What it is.\n"


def found(rule, files):
    """(path, line) of the rule's findings in a tree of these files."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in {"tests/style/layers.txt": LAYERS, **files}.items():
            file = pathlib.Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return [finding[:2] for finding in rule(tree.Tree(folder))]


class RulesTest(unittest.TestCase):

    def breaks(self, rule, path, text, line=2, right=None, right_path=None):
        """`text` breaks the rule on `line`; `right` at that place does not."""
        self.assertEqual(found(rule, {path: text}), [(path, line)])
        right = text if right is None else right
        self.assertEqual(found(rule, {right_path or path: right}), [])
        self.tried.add(rule)

    tried = set()

    @classmethod
    def tearDownClass(cls):
        untried = [r.__name__ for r in rules.ALL if r not in cls.tried]
        assert not untried, f"rules without a proof: {untried}"

    def test_layer_law(self):
        self.assertEqual(
            found(rules.layer_law, {
                "base/a.h": HEAD + '#include "engine/eval/b.h"\n',
                "engine/eval/b.h": HEAD + '#include "base/a.h"\n'}),
            [("base/a.h", 2)])
        self.assertEqual(
            found(rules.layer_law, {"engine/new/a.h": HEAD}),
            [("engine/new/a.h", 1)])
        self.assertEqual(
            found(rules.layer_law, {
                "tests/style/layers.txt": "base: engine\nengine: base\n"}),
            [("tests/style/layers.txt", 1)])
        self.assertEqual(
            found(rules.layer_law, {
                "tests/unit/a.cc": HEAD + '#include "engine/eval/b.h"\n',
                "engine/eval/b.h": HEAD + '#include "engine/eval/c.h"\n',
                "engine/eval/c.h": HEAD + "#include <base/a.h>\n"}), [])
        self.tried.add(rules.layer_law)

    def test_cited(self):
        page = {"docs/a.md": "# A\n## The `b` of it\n```\n# c\n```\n"}
        for said in ('// Source: docs/a.md, "The b of it".\n',
                     '/// Source: docs/a.md,\n/// "The b of\n/// it", "A".\n',
                     "// Source: RFC 3629, section 4; tzset(3).\n",
                     '// Source: A. Author, "Title" (1962).\n',
                     "// docs/a.md has more. ArchiveSource: one of them.\n"):
            self.assertEqual(
                found(rules.cited, {**page, "base/a.h": HEAD + said}), [])
        for said in ("// Source: docs/a.md.\n", "// Source: reference, 2.4.\n",
                     '// Source: docs/a.md, "c".\n', "// See docs/b.md.\n",
                     '// Source: docs/a.md, "A",\n// "B".\n'):
            self.assertEqual(
                found(rules.cited, {**page, "base/a.h": HEAD + said}),
                [("base/a.h", 2)])
        self.assertEqual(
            found(rules.cited, {
                **page, "docs/b.md": "[b](a.md#the-b-of-it) [d](a.md#d)\n",
                "tests/a.py": '"""Of docs/c.md."""\nopen("docs/d.md")\n',
                "base/README.md": "FORMAT.md, PROTOCOL.md\n",
                "base/tls/FORMAT.md": "x\n"}),
            [("base/README.md", 1), ("docs/b.md", 1), ("tests/a.py", 1)])
        self.tried.add(rules.cited)

    def test_unused_layers(self):
        law = {"tests/style/layers.txt": "# Law.\nbase:\ncli: base\n"}
        unused = [("tests/style/layers.txt", 3)]
        self.assertEqual(found(rules.unused_layers, law), unused)
        used = {**law, "base/a.h": HEAD,
                "tests/a.cc": HEAD + '#include "base/a.h"\n'}
        self.assertEqual(found(rules.unused_layers, used), unused)
        used["cli/a.cc"] = HEAD + '#include "base/a.h"\n'
        self.assertEqual(found(rules.unused_layers, used), [])
        self.tried.add(rules.unused_layers)

    def test_mirror(self):
        self.breaks(rules.mirror, "base/a.cc", HEAD, 1,
                    right_path="base/a.h")
        own = "tests/unit/base/loop/a_test.cc"
        self.assertEqual(
            found(rules.mirror, {"base/loop/a.cc": HEAD, own: HEAD}), [])
        main = {"cli/main.cc": HEAD}
        self.assertEqual(found(rules.mirror, main), [("cli/main.cc", 1)])
        self.assertEqual(
            found(rules.mirror, {**main, "tests/script/a_test.py": ""}), [])
        self.assertEqual(
            found(rules.mirror, {**main, "tests/unit/cli/main_test.cc": HEAD}),
            [("cli/main.cc", 1)])

    def test_file_comment(self):
        self.breaks(rules.file_comment, "base/a.cc", "int a;\n", 1,
                    HEAD + "int a;\n")
        self.breaks(rules.file_comment, "base/a.cc", HEAD * 6, 1, HEAD * 5)
        self.breaks(rules.file_comment, "tests/a.py", "import os\n", 1,
                    '"""Says\nit."""\n')
        self.breaks(rules.file_comment, "dev", "#!/usr/bin/env bash\nls\n", 1,
                    "#!/usr/bin/env bash\n# Lists.\nls\n")
        self.breaks(rules.file_comment, "a/CMakeLists.txt", "project(a)\n", 1,
                    "# A.\nproject(a)\n")

    def test_empty_names(self):
        self.breaks(rules.empty_names, "base/string_util.h", HEAD, 1,
                    right_path="base/utilisation.h")
        self.breaks(rules.empty_names, "base/a.h", HEAD + "int ParseHelper();",
                    1, HEAD + "std::common_type_t<int> Parse();")

    def test_exceptions(self):
        self.breaks(rules.exceptions, "base/a.cc", HEAD + "throw 1;\n",
                    right_path="grammar/antlr_parser.cc")
        self.breaks(rules.exceptions, "base/a.cc", HEAD + "} catch (...) {\n",
                    right=HEAD + '// catch it\nauto s = "throw";\n')

    def test_clock(self):
        self.breaks(rules.clock, "base/a.cc",
                    HEAD + "std::chrono::system_clock::now();\n",
                    right_path="engine/schedule/clock.cc")
        for code in ("clock_gettime(0, &t);", "gettimeofday(&t, nullptr);",
                     "time(nullptr);", "time(NULL);", "time(&t);",
                     "usleep(10);", "std::this_thread::sleep_for(a);",
                     "poll(nullptr, 0, a);", "::poll(NULL, 0, a);",
                     "select(0, nullptr, nullptr, nullptr, &a);"):
            self.breaks(rules.clock, "tests/unit/a_test.cc",
                        HEAD + code + "\n",
                        right=HEAD + "time(stamp);\npoll(a, 1, 0);\n")
            self.breaks(rules.clock, "tests/unit/a_test.cc",
                        HEAD + code + "\n", right_path="tests/bench/a.cc")
        text = "import time\ntime." + "sleep(1)\n"
        self.breaks(rules.clock, "tests/script/a_test.py", text,
                    right="import time\n")
        self.breaks(rules.clock, "tests/script/a_test.py", text,
                    right_path="tests/bench/a.py")

    def test_apart(self):
        for code in ("testing::TempDir();", "tmpnam(a);", "mktemp(a);",
                     "std::random_device a;", "rand();"):
            self.breaks(rules.apart, "tests/unit/a_test.cc",
                        HEAD + code + "\n",
                        right=HEAD + "TemporaryFolder a;\nmkdtemp(b);\n"
                        "operand();\nstd::mt19937 random(1);\nrandom();\n")
        for code in ('std::ofstream out("/tmp' '/a");',
                     '::mkfifo("/tmp' '/a");',
                     'WriteImage(a, "/dev/shm' '/a");'):
            self.breaks(rules.apart, "tests/unit/a_test.cc",
                        HEAD + code + "\n",
                        right=HEAD + 'Parse("tmpfs /tmp' '/a");\n')
        for code in ("a.bind(('127.0.0.1', " "4321))",
                     'socket.create_server(("", ' "80))", 'open("/tmp' '/a")',
                     "tempfile.gettempdir" "()", "tempfile.mktemp" "()",
                     "random.randint" "(1, 2)", "random.Random" "()"):
            self.breaks(rules.apart, "tests/script/a_test.py",
                        '"""A."""\n' + code + "\n",
                        right='"""A."""\ntempfile.TemporaryDirectory()\n'
                        "a.bind(('127.0.0.1', 0))\nrandom.Random(1)\n")

    def test_printing(self):
        for code in ("std::cout << 1;", "std::cerr << 1;", 'printf("a");',
                     "fputs(a, stderr);", "fprintf(stdout, a);",
                     "write(STDOUT_FILENO, a, 1);", "puts(a);"):
            self.breaks(rules.printing, "engine/eval/a.cc",
                        HEAD + code + "\n", right_path="cli/a.cc")
            self.breaks(rules.printing, "actions/a.cc", HEAD + code + "\n",
                        right_path="actions/print.cc")
        self.breaks(rules.printing, "base/a.cc", HEAD + "printf(a);\n",
                    right=HEAD + "snprintf(a, 1, b);\nfprintf(file, a);\n")

    def test_exiting(self):
        self.breaks(rules.exiting, "base/a.cc", HEAD + "std::exit(1);\n",
                    right_path="cli/a.cc")
        self.breaks(rules.exiting, "actions/a.cc", HEAD + "_exit(1);\n",
                    right_path="actions/shell.cc")
        self.breaks(rules.exiting, "engine/eval/a.cc", HEAD + "abort();\n",
                    right_path="base/check.cc")

    def test_library_walls(self):
        self.breaks(rules.library_walls, "grammar/a.cc",
                    HEAD + '#include "antlr4-runtime.h"\n',
                    right_path="grammar/antlr_parser.cc")
        self.breaks(rules.library_walls, "tests/unit/grammar/a_test.cc",
                    HEAD + '#include "RulesParser.h"\n',
                    right=HEAD + '#include "grammar/parser.h"\n')
        self.breaks(rules.library_walls, "cli/a.cc",
                    HEAD + "#include <spdlog/logger.h>\n",
                    right_path="cli/messages.cc")
        self.breaks(rules.library_walls, "cli/a.cc",
                    HEAD + '#include "cli/log_sink.h"\n',
                    right_path="tests/unit/cli/log_sink_test.cc")

    def test_machine_paths(self):
        path = "/" + "home/me/x"
        self.breaks(rules.machine_paths, "docs/a.md", f"\nIn {path}.\n",
                    right="\nIn /etc/pcp/pmie and ../work/x.\n")
        self.breaks(rules.machine_paths, "base/a.cc",
                    HEAD + 'Open("/var' '/tmp/x");\n', right=HEAD)

    def test_mutable_globals(self):
        right = (HEAD + "static constexpr int kAll = 1;\nstatic int All();\n"
                 "constexpr const char* kName = 1;\n"
                 "const std::map<int, char*> kNames = {};\n"
                 "static int count();\nstatic int room(int of);\n"
                 "static_assert(true);\nstruct Door {\n  int width = 1;\n};\n"
                 "int Sum(int n) {\n  int sum = n;\n}\nvoid Shut(Door* door);\n")
        for code in ("static std::vector<int> all;",
                     "  thread_local int depth = 0;",
                     "static std::function<void()> hook;",
                     "static std::map<const char*, int> numbers;",
                     "static const char* name = 0;", "static int count(1);",
                     "  static inline bool known[2];", "int count = 0;",
                     "std::atomic<Door*> doors{nullptr};",
                     "[[maybe_unused]] static bool begun = Begin();"):
            self.breaks(rules.mutable_globals, "base/a.cc",
                        HEAD + code + "\n", right=right)
        self.breaks(rules.mutable_globals, "base/a.cc",
                    HEAD + "volatile int last_signal = 0;\n",
                    right_path="cli/main.cc")

    def test_tag_order(self):
        self.breaks(rules.tag_order, "base/a.h",
                    HEAD + "/// Reads. Errors: kSystem.\n/// REQUIRES: x.\n",
                    right=HEAD + "/// Reads. REQUIRES: x.\n/// Errors: y.\n")

    def test_spelling(self):
        self.breaks(rules.spelling, "base/a.h", HEAD + "// Initia" "lizes.\n",
                    right=HEAD + "// Initialises.\nvoid Initialize();\n")

    def test_old_compilers(self):
        self.breaks(rules.old_compilers, "base/a.cc",
                    HEAD + 'std::format("a");\n',
                    right=HEAD + "std::formatter<int> f;\n")

    def test_folder_readme(self):
        rule = rules.folder_readme
        self.assertEqual(found(rule, {"base/a.h": HEAD}),
                         [("base/README.md", 1)])
        self.assertEqual(
            found(rule, {"base/a.h": HEAD, "base/README.md": "a\n" * 61}),
            [("base/README.md", 60)])
        self.assertEqual(
            found(rule, {"base/a.h": HEAD, "base/README.md": "`b.h`, a\n"}),
            [("base/README.md", 1)])
        self.assertEqual(
            found(rule, {"base/a.h": HEAD, "base/README.md": "is\n"}),
            [("base/README.md", 1)])
        self.assertEqual(
            found(rule, {"base/ab.h": HEAD, "base/README.md": "a*.h\n"}), [])
        self.assertEqual(
            found(rule, {"base/a.h": HEAD, "base/README.md": "`a.h` is\n"}),
            [])
        self.tried.add(rule)


if __name__ == "__main__":
    sys.exit(unittest.main())
