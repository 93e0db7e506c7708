"""A real pmcd of the test's own, from the unpacked oracle: on a free port of
127.0.0.1 and a socket in a temporary folder, with agents of PCP's own. Nothing
of the machine's PCP is touched, and nothing outlives the test."""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile

import oracle

# Agents become the user pcp, who may not be there, unless told otherwise.
AS_ROOT = " -U root" if os.geteuid() == 0 else ""
PMDAS = oracle.ROOT / "var/lib/pcp/pmdas"
BIN = oracle.ROOT / "usr/lib/pcp/bin"
SYSTEMD = oracle.ROOT / "usr/lib/pcp/pmdas/systemd"
# name -> (domain, line of pmcd.conf after it, where its names are)
AGENTS = {
    "pmcd": (2, f"dso pmcd_init {PMDAS}/pmcd/pmda_pmcd.so"),
    "linux": (60, f"pipe binary {PMDAS}/linux/pmdalinux"),
    "sample": (29, f"pipe binary {PMDAS}/sample/pmdasample -d 29{AS_ROOT}"),
    "mmv": (70, f"dso mmv_init {PMDAS}/mmv/pmda_mmv.so"),
}


class Port:
    """A port of 127.0.0.1 that nobody else gets as long as this is there; who
    connects is refused while no server is on it. Servers share their port with
    those that do not listen, if those say so, too."""

    def __init__(self):
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.number = self._socket.getsockname()[1]

    def close(self):
        self._socket.close()


def _names(folder):
    """The name space of all agents, as one file."""
    below = oracle.ROOT / "var/lib/pcp/pmns"
    parts = [below / f"root_{name}" for name in ("linux", "pmcd", "mmv")]
    for name, domain in (("sample", "29"), ("logger", "106"), ("bash", "112"),
                         ("systemd", "114")):
        where = SYSTEMD if name == "systemd" else PMDAS / name
        if not where.exists():
            continue
        names = (where / "pmns").read_text()
        own = folder / f"root_{name}"
        own.write_text(f"root {{\n    {name}\n}}\n" +
                       names.replace(f"{name.upper()}:", f"{domain}:"))
        parts.append(own)
    merged = folder / "root"
    done = oracle.run([BIN / "pmnsmerge", "-f", *parts, merged])
    if done.returncode != 0:
        raise RuntimeError(f"pmnsmerge: {done.stdout}{done.stderr}")
    return merged


def logger_agent(folder, logs):
    """The line of pmcd.conf of the agent that follows `logs`, by their names."""
    file = folder / "logger.conf"
    file.write_text("".join(f"{name} n {path}\n" for name, path in logs.items()))
    return 106, (f"pipe binary {PMDAS}/logger/pmdalogger -d 106 "
                 f"-l {folder}/logger.log{AS_ROOT} {file}")


def bash_agent(folder):
    """The line of the agent that is told what scripts do, in the folder `bash`
    of its pmcd's."""
    return 112, (f"pipe binary {PMDAS}/bash/pmdabash -d 112 -s 1 "
                 f"-l {folder}/bash.log{AS_ROOT}")


def systemd_agent(folder):
    """The line of the agent that reads the journal. It gives all entries to
    everybody."""
    return 114, (f"pipe binary {SYSTEMD}/pmdasystemd -d 114 -s 1 -f "
                 f"-l {folder}/systemd.log -U root")


class Pmcd:
    """`with Pmcd() as pmcd:` runs one; kill() and start() as one likes. `more`:
    agents that are not in AGENTS, as their lines there."""

    def __init__(self, agents=tuple(AGENTS), more=None):
        self._lines = {name: AGENTS[name] for name in agents} | (more or {})
        self._folder = tempfile.TemporaryDirectory(prefix="tocsin-pmcd-")
        self.folder = pathlib.Path(self._folder.name)
        self.socket = self.folder / "pmcd.socket"
        self._held = Port()
        self.port = self._held.number
        self.address = f"127.0.0.1:{self.port}"
        self._process = None

    def __enter__(self):
        self._root = _names(self.folder)
        self._write(self._lines)
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()
        self._held.close()
        self._folder.cleanup()

    def environment(self):
        env = oracle.environment()
        env.update(PCP_RUN_DIR=str(self.folder), PCP_TMP_DIR=str(self.folder),
                   PCP_PMDAS_DIR=str(PMDAS), PMCD_SOCKET=str(self.socket), PMCD_PORT=str(self.port))
        return env

    def configure(self, agents):
        self._write({name: AGENTS[name] for name in agents})

    def _write(self, lines):
        (self.folder / "pmcd.conf").write_text("".join(
            f"{name} {domain} {line}\n"
            for name, (domain, line) in lines.items()))

    def start(self):
        """Returns once it accepts connections."""
        self.socket.unlink(missing_ok=True)
        user = ["-U", "root"] if os.geteuid() == 0 else []
        # A group of its own, so that kill() takes the agents along.
        self._process = subprocess.Popen(
            [BIN / "pmcd", "-A", "-f", "-c", "pmcd.conf", "-n", self._root,
             "-p", str(self.port), "-i", "127.0.0.1", "-s", self.socket,
             "-l", "pmcd.log", "-x", "fatal.log", *user],
            cwd=self.folder, env=self.environment(), start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        # pmcd_wait asks it until it answers, or for half a minute.
        waited = subprocess.run(
            [BIN / "pmcd_wait", "-h", f"localhost:{self.port}", "-t", "30"],
            env=self.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if waited.returncode != 0 or self._process.poll() is not None:
            log = self.folder / "pmcd.log"
            raise RuntimeError("pmcd does not start: " + waited.stdout +
                               (log.read_text() if log.exists() else ""))

    def kill(self, number=signal.SIGKILL):
        if self._process is None:
            return
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            pass
        self._process.wait()
        self._process = None

    def hang_up(self):
        """It reads its configuration again and starts agents that died."""
        os.kill(self._process.pid, signal.SIGHUP)

    def run(self, *arguments):
        """One of PCP's clients, asking this pmcd."""
        return subprocess.run(
            [str(a) for a in arguments], env=self.environment(), text=True,
            errors="surrogateescape", stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)


def require():
    """Ends the test as skipped where no pmcd can be run."""
    oracle.require()
    missing = [path for path in (BIN / "pmcd", BIN / "pmcd_wait",
                                 PMDAS / "sample/pmdasample")
               if not path.exists()]
    if missing:
        print(f"SKIPPED: no pmcd to run: {missing[0]} is missing; "
              "./dev oracle unpacks it")
        sys.exit(oracle.SKIPPED)
