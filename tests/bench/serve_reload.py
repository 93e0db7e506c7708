"""How late ticks are while tocsin serve reads its site anew: templates of 100
rules at HOSTS hosts, whose values four levels of overrides give, beside a rule
that speaks every 20 ms. All hosts are this one, once an hour: that is the
reading and not the asking. No test: it depends on the machine.
    serve_reload.py [HOSTS [RELOADS]]"""
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import cases
from lateness import peak_of

PULSE = 0.02  # seconds
RULES = 100
WAIT = 600  # seconds, for what does not come


def write_site(folder, hosts, value):
    """Levels of the site, of groups, of hosts and of instances."""
    lines = ["site: {values: {rule0.most: 1000}}", "groups:"]
    for group in range(10):
        lines.append(f"  g{group}: {{hosts: ['*{group}'], "
                     f"values: {{rule{group}.most: {1001 + group}}}}}")
    lines.append("hosts:")
    for host in range(0, hosts, 10):
        lines.append(f"  host{host}: {{values: {{rule50.most: {value}}}, "
                     f"instances: {{cpu1*: {{rule60.most: {value}}}}}}}")
    new = folder / "new.yaml"
    new.write_text("\n".join(lines) + "\n", encoding="utf-8")
    new.replace(folder / "site.yaml")


def write(folder, hosts):
    sets = folder / "sets"
    sets.mkdir()
    for rule in range(RULES):
        (sets / f"rule{rule}.rules").write_text(
            "---\nparameters: {most: {default: 1000}}\n---\ndelta = 1 hour;\n"
            f"rule{rule} = some_inst kernel.percpu.cpu.user > $most"
            f' -> print "rule{rule} %h %i";\n', encoding="utf-8")
    (folder / "pulse.pmie").write_text(
        f'delta = {PULSE} sec;\npulse = hinv.ncpu > 0 -> print "pulse";\n',
        encoding="utf-8")
    names = [f"  host{i}: {{address: '@'}}" for i in range(hosts)]
    (folder / "hosts.yaml").write_text(
        "hosts:\n  here: {address: '@', rules: [pulse.pmie]}\n" +
        "\n".join(names) + "\n", encoding="utf-8")
    write_site(folder, hosts, 2000)


class Heard:
    """When the pulses of a process come."""

    def __init__(self, process):
        self.process, self.at, self.read = process, None, 0

    def until(self, seconds, count=1):
        """How late the pulses are until `count` readings of the site have been
        told and so many seconds have passed since."""
        late, end = [], None
        begun = time.monotonic()
        for line in self.process.stdout:
            now = time.monotonic()
            if "the site is read" in line:
                count -= 1
            if count <= 0 and end is None:
                end = now + seconds
            if line.endswith(": pulse\n"):
                if self.at:
                    late.append(1e3 * (now - self.at - PULSE))
                self.at = now
            if end and now > end:
                return late
            assert now < begun + WAIT
        raise SystemExit("it has ended")


def tell(what, late):
    late = sorted(late)
    print(f"{what:32} {len(late):6} pulses, ms late: "
          f"median {statistics.median(late):6.2f}, "
          f"p99 {late[int(len(late) * 0.99)]:7.2f}, most {late[-1]:7.2f}",
          flush=True)


def main():
    hosts = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    reloads = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder, hosts)
        with subprocess.Popen(
                [cases.BUILD / "tocsin", "serve", "--hosts", "hosts.yaml",
                 "--sets", "sets", "--site", "site.yaml"], cwd=folder,
                text=True, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT) as process:
            heard = Heard(process)
            begun = time.monotonic()
            heard.until(0)
            print(f"{hosts} hosts, {RULES} rules each: read after "
                  f"{time.monotonic() - begun:.2f} s")
            heard.until(20, 0)
            tell("nothing is read", heard.until(10, 0))
            for what, value in (("the same is read anew", 2000),
                                ("a tenth of the hosts has others", 3000)):
                late = []
                for i in range(reloads):
                    write_site(folder, hosts, value + (value > 2000) * i)
                    if value == 2000:
                        process.send_signal(1)
                    late += heard.until(5)
                tell(what, late)
            print(f"memory: {peak_of(process.pid):.0f} MB at most")
            process.kill()


if __name__ == "__main__":
    main()
