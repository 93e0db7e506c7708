"""The files of packaging/ say of the program what is true: the unit is one for
systemd, what it starts gets ready and ends as it should, the container file
copies what there is and installs what the program links, and `cmake --install`
puts all in its place."""
import configparser
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
UNIT = SOURCE / "packaging/systemd/tocsin.service"
USERS = SOURCE / "packaging/systemd/tocsin.sysusers"
CONTAINER = SOURCE / "packaging/container/Containerfile"
RULES = SOURCE / "docs/sample/host.pmie"


class Unit(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        unit = configparser.ConfigParser(strict=False, interpolation=None)
        unit.optionxform = str
        unit.read(UNIT, encoding="utf-8")
        self.service = unit["Service"]

    def test_what_it_promises(self):
        self.assertEqual(self.service["Type"], "notify")
        self.assertEqual(self.service["Restart"], "on-failure")
        self.assertEqual(self.service["RestartPreventExitStatus"],
                         "1 3")
        # Who stops it does not stop what actions have begun.
        self.assertEqual(self.service["KillMode"], "process")
        self.assertIn("WatchdogSec", self.service)

    def test_it_is_shut_in(self):
        self.assertEqual(
            {name: self.service[name] for name in (
                "NoNewPrivileges", "PrivateTmp", "ProtectHome",
                "ProtectSystem", "RemoveIPC", "RestrictSUIDSGID",
                "StateDirectoryMode")},
            {"NoNewPrivileges": "yes", "PrivateTmp": "yes",
             "ProtectHome": "read-only", "ProtectSystem": "strict",
             "RemoveIPC": "yes", "RestrictSUIDSGID": "yes",
             "StateDirectoryMode": "0700"})

    def test_its_user_can_be_made(self):
        if not shutil.which("systemd-sysusers"):
            self.skipTest("there is no systemd-sysusers")
        (self.folder / "etc").mkdir()
        done = subprocess.run(
            ["systemd-sysusers", f"--root={self.folder}", USERS], text=True,
            capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        user, group = ((self.folder / "etc" / name).read_text().split(":")
                       for name in ("passwd", "group"))
        self.assertEqual(user[0], self.service["User"])
        self.assertEqual(user[3], group[2])  # it is in the group of its name
        self.assertEqual(group[0], user[0])
        state = "/var/lib/" + self.service["StateDirectory"]
        self.assertEqual(user[5:], [state, "/usr/sbin/nologin\n"])

    def test_systemd_has_nothing_to_say_against_it(self):
        if not shutil.which("systemd-analyze"):
            self.skipTest("there is no systemd-analyze")
        # It looks whether the program is there.
        copy = self.folder / UNIT.name
        copy.write_text(UNIT.read_text(encoding="utf-8").replace(
            "/usr/bin/tocsin", str(BUILD / "tocsin")), encoding="utf-8")
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", copy], text=True,
            capture_output=True, timeout=120, check=False)
        said = [line for line in done.stderr.splitlines()
                if UNIT.name in line]
        self.assertEqual((done.returncode, said), (0, []), done.stderr)

    def end_with(self, rules):
        """The exit status with such rules, and what a manager was told."""
        (self.folder / "rules").write_text(rules, encoding="utf-8")
        user = ["-U", "root"] if os.geteuid() == 0 else []
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(str(self.folder / "notify"))
            manager.setblocking(False)
            done = subprocess.run(
                [BUILD / "tocsin", "-h", "@", "-F", *user, "-c",
                 self.folder / "rules"], timeout=60, check=False, text=True,
                capture_output=True, stdin=subprocess.DEVNULL,
                env={**os.environ, "PCP_TMP_DIR": str(self.folder),
                     "NOTIFY_SOCKET": str(self.folder / "notify")})
            heard = []
            try:
                while True:
                    heard.append(manager.recv(4096).decode())
            except BlockingIOError:
                return done.returncode, heard

    def test_no_rules_are_no_failure(self):
        # To systemd an end before it is ready is one, and is followed by
        # another start.
        self.assertEqual(self.end_with("// none yet\n"),
                         (0, ["READY=1", "STOPPING=1"]))

    def test_no_right_rule_is_a_failure(self):
        status, heard = self.end_with("1 > ;")
        self.assertEqual(heard, [])
        self.assertIn(str(status),
                      self.service["RestartPreventExitStatus"].split())

    def test_what_it_starts_tells_how_it_is(self):
        program, *arguments = shlex.split(self.service["ExecStart"])
        self.assertEqual(program, "/usr/bin/tocsin")
        arguments = [argument.replace("/etc/tocsin/rules.pmie", str(RULES))
                     for argument in arguments]
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(str(self.folder / "notify"))
            manager.settimeout(60)
            env = {**os.environ, "NOTIFY_SOCKET": str(self.folder / "notify"),
                   "WATCHDOG_USEC": "20000", "PCP_TMP_DIR": str(self.folder)}
            if os.geteuid() == 0:  # who is root must become somebody
                arguments += ["-U", "root"]
            process = subprocess.Popen(
                [BUILD / "tocsin", "-h", "@", *arguments], env=env, text=True,
                stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
            self.addCleanup(process.stderr.close)
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
            heard = [manager.recv(4096).decode()]
            while not heard[-1].startswith("STATUS="):
                heard.append(manager.recv(4096).decode())
            self.assertEqual(heard[:2], ["READY=1", "WATCHDOG=1"])
            self.assertRegex(heard[-1], r"^STATUS=\d+ rules: \d+ true, \d+ "
                                        r"unknown; 1 of 1 host answers$")
            while manager.recv(4096) != b"WATCHDOG=1":
                pass
            process.terminate()
            while manager.recv(4096) != b"STOPPING=1":
                pass
            self.assertEqual(process.wait(timeout=60), 0)


class Install(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def cmake(self, *arguments, **environment):
        done = subprocess.run(
            ["cmake", *arguments], text=True, capture_output=True, timeout=300,
            check=False, env={**os.environ, **environment})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def installed(self):
        return {str(path.relative_to(self.root)) for path in
                self.root.rglob("*") if not path.is_dir()}

    def test_where_a_system_looks_for_it(self):
        for _ in range(2):
            self.cmake("--install", BUILD, "--prefix", "/usr",
                       DESTDIR=str(self.root))
            self.assertLessEqual({
                "usr/bin/tocsin", "usr/share/man/man1/tocsin.1",
                "usr/share/doc/tocsin/pmie-differences.md",
                "usr/share/doc/tocsin/language.md",
                "usr/share/doc/tocsin/sample/host.pmie",
                "usr/share/doc/tocsin/sample/sample.pmie",
                "usr/share/tocsin/pmieconf/cpu.rules",
                "usr/share/tocsin/pmieconf/global.rules",
                "usr/share/tocsin/sets/cpu/cpu_pressure.rules",
                "usr/lib/systemd/system/tocsin.service",
                "usr/lib/sysusers.d/tocsin.conf",
                "etc/tocsin/rules.pmie"}, self.installed())
            rules = self.root / "etc/tocsin/rules.pmie"
            # The second time they are the administrator's.
            self.assertNotEqual(rules.read_text(encoding="utf-8"), "")
            rules.write_text("// mine\n", encoding="utf-8")
        self.cmake("--install", BUILD, "--prefix", "/usr",
                   DESTDIR=str(self.root))
        self.assertEqual(rules.read_text(encoding="utf-8"), "// mine\n")
        unit = self.root / "usr/lib/systemd/system/tocsin.service"
        self.assertEqual(unit.read_text(encoding="utf-8"),
                         UNIT.read_text(encoding="utf-8"))
        self.assertNotIn("usr/bin/pmie", self.installed())

    def test_elsewhere_and_by_the_other_name(self):
        build = self.root / "build"
        self.cmake("-S", SOURCE, "-B", build, "-G", "Ninja",
                   "-DTOCSIN_INSTALL_PMIE=ON")
        shutil.copy(BUILD / "tocsin", build)
        at = self.root / "opt"
        self.cmake("--install", build, "--prefix", at)
        unit = (at / "lib/systemd/system/tocsin.service").read_text(
            encoding="utf-8")
        self.assertIn(f"ExecStart={at}/bin/tocsin -F -c "
                      f"{at}/etc/tocsin/rules.pmie\n", unit)
        self.assertTrue((at / "etc/tocsin/rules.pmie").exists())
        self.assertEqual(os.readlink(at / "bin/pmie"), "tocsin")


class Container(unittest.TestCase):

    def setUp(self):
        text = CONTAINER.read_text(encoding="utf-8").replace("\\\n", " ")
        self.lines = [line for line in text.splitlines()
                      if line and not line.startswith("#")]

    def words(self, instruction):
        return [line.split()[1:] for line in self.lines
                if line.startswith(instruction + " ")]

    def test_whom_the_system_trusts_is_there(self):
        control = (SOURCE / "packaging/debian/control").read_text("utf-8")
        self.assertIn("ca-certificates", control)
        self.assertIn("ca-certificates", self.words("RUN")[1])

    def test_two_stages_and_not_root(self):
        self.assertEqual([words[0].split("-")[0] for words in
                          self.words("FROM")], ["debian:12", "debian:12"])
        user = max(i for i, line in enumerate(self.lines)
                   if line.startswith("USER "))
        start = max(i for i, line in enumerate(self.lines)
                    if line.startswith("FROM "))
        self.assertGreater(user, start)
        self.assertNotIn(self.words("USER")[-1][0].split(":")[0],
                         ("root", "0"))

    def test_what_is_copied_is_there(self):
        for source, *_ in self.words("COPY"):
            if not source.startswith("--from="):
                self.assertTrue((SOURCE / source).exists(), source)

    @staticmethod
    def loaded():
        """The libraries that the program loads when it needs them."""
        name = re.compile(r'SharedLibrary library\("([^"]+)"\)')
        return {found for folder in ("actions", "base", "cli", "engine",
                                     "grammar", "pmapi", "rules")
                for file in (SOURCE / folder).rglob("*.cc")
                for found in name.findall(file.read_text())}

    def test_what_the_program_links_and_loads_is_installed(self):
        if not shutil.which("dpkg-query"):
            self.skipTest("not a Debian system")
        install = next(line for line in self.lines if "apt-get install" in line
                       and "libarchive" in line)
        packages = set(re.findall(r"\bz?lib[\w.+-]+", install))
        linked = subprocess.run(
            ["readelf", "-d", BUILD / "tocsin"], text=True, check=True,
            capture_output=True).stdout
        libraries = set(re.findall(r"Shared library: \[([^\]]+)\]", linked))
        self.assertIn("libarchive.so.13", self.loaded())
        for library in libraries | self.loaded():
            if re.match(r"lib(?:c|m|gcc_s|stdc\+\+|asan|ubsan|tsan)\.so|ld-",
                        library):
                continue  # of every system with C++, or of a build like this
            owners = subprocess.run(
                ["dpkg-query", "-S", f"*/{library}"], text=True, check=False,
                capture_output=True).stdout
            owners = set(re.findall(r"^([^:,\s]+)[:,]", owners, re.M))
            self.assertTrue(owners & packages, f"{library}: {owners}")

    def test_the_first_process_is_one_that_waits_for_orphans(self):
        start = next(line for line in self.lines
                     if line.startswith("ENTRYPOINT "))
        self.assertEqual(re.findall(r'"([^"]*)"', start),
                         ["/usr/bin/tini", "--", "/usr/bin/tocsin"])
        self.assertIn(" tini ", " ".join(self.lines))

    def test_a_volume_for_what_waits_is_its_users(self):
        user, group = self.words("USER")[-1][0].split(":")
        self.assertIn(["install", "-d", "-m", "0700", "-o", user, "-g", group,
                       "/var/lib/tocsin"], self.words("RUN"))

    def test_what_it_starts_is_right(self):
        command = next(line for line in self.lines if line.startswith("CMD "))
        arguments = re.findall(r'"([^"]*)"', command)
        arguments[arguments.index("/etc/tocsin/rules.pmie")] = str(RULES)
        done = subprocess.run(
            [BUILD / "tocsin", "-C", "-h", "@", *arguments], text=True,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
            check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)


if __name__ == "__main__":
    unittest.main()
