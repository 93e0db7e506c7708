"""./dev package: lintian has nothing against what it makes, the program in it
is hardened, and on a system that is this one, seen through an overlay, it is
installed, runs a first rule, shows its manual page and its unit, and is removed
without a trace but its user, to whom files may belong."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/release"))
TOOLS = ("dpkg-buildpackage", "dh", "lintian")
MAKE = """set -euo pipefail
for part in dev.d/*.sh; do . "$part"; done
make_package "$@" """
# In a mount namespace of its own, which takes all of it along when it ends:
# what is written goes to memory. What is left there in the end is told, but for
# dpkg's own notes and users: files, and folders that were not there.
IN_OVERLAY = """set -eu
mount -t tmpfs none "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" \\
  "$1/root"
mount -t proc proc "$1/root/proc"
mount --bind /dev "$1/root/dev"
mkdir "$1/root/tried"
cp -r "$2"/*.deb "$3" "$1/root/tried"
chroot "$1/root" /bin/sh -euc "$4"
cd "$1/upper"
find etc usr opt var/lib ! -path 'var/lib/dpkg*' 2>/dev/null |
  grep -Ev '^etc/(\.pwd\.lock|(passwd|g?shadow|group)-?)$' |
  while read -r path; do
    [ -d "$path" ] && [ -d "/$path" ] || echo "left: $path"
  done
echo looked """
# `dpkg -i` minds what the package depends on. A machine may be told to leave
# manuals out.
STORY = """
exec 2>&1
cd /tried
dpkg --path-include='/usr/share/*' -i *.deb
tocsin eval 'hinv.ncpu > 0'
echo 'some_inst disk.dev.avactive > 0.8 -> print 30min "%i is busy: %v";' |
  tocsin -a sample/shop -t 1min
tocsin -C -h @ -c /etc/tocsin/rules.pmie
install -d -m 0700 -o tocsin -g tocsin /var/lib/tocsin
install -m 0640 -g tocsin /dev/null /etc/tocsin/ops.url
runuser -u tocsin -- test -r /etc/tocsin/ops.url
rm /etc/tocsin/ops.url
zcat /usr/share/man/man1/tocsin.1.gz | grep '^.Nm tocsin'
if command -v systemd-analyze; then
  systemd-analyze verify /lib/systemd/system/tocsin.service
fi
echo '// mine' >>/etc/tocsin/rules.pmie
dpkg -r tocsin
test ! -e /usr/bin/tocsin
grep -x '// mine' /etc/tocsin/rules.pmie
dpkg -P tocsin
"""


def run(*command, **options):
    return subprocess.run([*map(str, command)], text=True, errors="replace",
                          stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=900, check=False, **options)


MADE = {}


def setUpModule():
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    MADE["folder"] = pathlib.Path(folder.name) / "package"
    MADE["folder"].mkdir()
    (MADE["folder"] / "mine").touch()
    MADE["told"] = run("bash", "-c", MAKE, "package", BUILD, MADE["folder"],
                       cwd=SOURCE)


class Package(unittest.TestCase):
    """What is in it."""

    def setUp(self):
        self.folder, self.made = MADE["folder"], MADE["told"]

    def unpacked(self):
        root = self.folder / "unpacked"
        if not root.exists():
            made = next(self.folder.glob("*.deb"))
            self.assertEqual(run("dpkg-deb", "-x", made, root).returncode, 0)
        return root

    def test_lintian_has_nothing_against_it(self):
        told = [line for line in (self.made.stdout + self.made.stderr)
                .splitlines() if line and not line.startswith(
                    ("N:", "running with root privileges"))]
        self.assertEqual((self.made.returncode, told), (0, []))

    def test_what_was_in_the_folder_stays_and_only_packages_come(self):
        there = {path.name if path.is_dir() else path.suffix or path.name
                 for path in self.folder.iterdir()} - {"unpacked"}
        self.assertEqual(there, {"mine", ".deb", ".changes", ".buildinfo"})

    def test_its_version_is_the_programs(self):
        project = re.search(r"project\(tocsin VERSION (\S+)",
                            (SOURCE / "CMakeLists.txt").read_text())
        made = next(self.folder.glob("*.deb"))
        self.assertEqual(run("dpkg-deb", "-f", made, "Version").stdout.strip(),
                         project[1])

    def test_the_program_is_hardened(self):
        program = self.unpacked() / "usr/bin/tocsin"
        shown = run("readelf", "-W", "-h", "-l", "-d", program).stdout
        for sign in (r"Type: +DYN \(Position-Independent Executable",
                     r"GNU_RELRO", r"FLAGS.*BIND_NOW",
                     r"GNU_STACK .* RW +0x"):  # not executable
            self.assertTrue(re.search(sign, shown), sign)
        symbols = run("readelf", "-W", "--dyn-syms", program).stdout
        for sign in (r"__stack_chk_fail@", r"__(?:read|mem|str|v?snp)\w*_chk@"):
            self.assertTrue(re.search(sign, symbols), sign)

    def test_the_unit_starts_what_is_there(self):
        root = self.unpacked()
        unit = root / "lib/systemd/system/tocsin.service"
        started = re.search(r"^ExecStart=(\S+) .* -c (\S+)$",
                            unit.read_text(), re.M)
        for path in started.groups():
            self.assertTrue((root / path.lstrip("/")).is_file(), path)


def may_mount():
    return os.geteuid() == 0 and run("unshare", "-m", "true").returncode == 0


class Installed(unittest.TestCase):
    """On this system, seen through an overlay."""

    @unittest.skipUnless(may_mount(), "only root may mount an overlay")
    @unittest.skipUnless(shutil.which("systemd-sysusers"),
                         "no systemd-sysusers, which the package depends on")
    def test_from_the_first_rule_to_the_last_trace(self):
        with tempfile.TemporaryDirectory() as place:
            done = run("unshare", "-m", "sh", "-c", IN_OVERLAY, "overlay",
                       place, MADE["folder"], BUILD / "sample", STORY,
                       env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
                            "DEBIAN_FRONTEND": "noninteractive", "TZ": "UTC"})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(
            done.stdout, r"(?m)^true$"
            r"(.|\n)*^print Mon Mar  2 08:21:00 2026: sdb is busy: 0\.95$")
        self.assertNotIn("left: ", done.stdout)
        self.assertTrue(done.stdout.endswith("\nlooked\n"), done.stdout)


if __name__ == "__main__":
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        print(f"SKIPPED: no {missing[0]}; ./dev prepare installs it")
        sys.exit(77)
    unittest.main()
