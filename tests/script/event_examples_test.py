"""The worked examples of docs/events.md: each rings for the lines that it is
about, and before that none does but the one that waits for silence."""
# Label: live
import re
import signal

import live_process

PAGE = live_process.SOURCE / "docs/events.md"

# The kernel's log is a file here, and what takes long does not; how busy the
# machine is, is nobody's to say.
HERE = [("kmsg.records", "logger.perfile.kmsg.records"),
        ("priority <= 3 && ", ""), ("message", "param_string"),
        ("within 1 hour", "within 1 sec"), ("15 min", "1 sec"),
        ("kernel.all.load #'1 minute' >= hinv.ncpu", "hinv.ncpu > 0")]
# By rule: the log, and the lines for which it rings.
LINES = {
    "oom": ("kmsg", ["Out of memory: Killed process 4711 (java)"]),
    "disk": ("kmsg", ["I/O error, dev sda, sector 5"] * 4),
    "remount": ("kmsg", ["EXT4-fs: remounting filesystem read-only"]),
    "guess": ("auth", ["sshd: Failed password for root"] * 6),
    "broken": ("auth", ["sshd: Accepted password for root"]),
    "loop": ("app", ["server started"] * 4),
    "fails": ("app", [" request 1", " request 2", "x ERROR y"]),
    "busy": ("app", ["x FATAL y", "x ERROR client went away"]),
    "late": ("backup", ["backup began"]),
    "silent": ("app", []),
    "lost": ("app", ["x" * 1000] * 90_000)}


class Examples(live_process.Live):

    def rules(self):
        page = PAGE.read_text(encoding="utf-8")
        section = page.split("## Worked examples\n")[1].split("\n## ")[0]
        text = "".join(re.findall(r"```pmie\n(.*?)```", section, re.S))
        for written, here in HERE:
            self.assertIn(written, text)
            text = text.replace(written, here)
        names = re.findall(r"^(\w+) = ", text, re.M)
        self.assertEqual(sorted(names), sorted(LINES))
        for name in names:
            text, changed = re.subn(
                rf'^({name} = [^;]*?)-> syslog (\d+ \w+ )?"', rf'\1-> print "{name}: ',
                text, flags=re.M)
            self.assertEqual(changed, 1, name)
        return 'hinv.ncpu > 0 -> print "tick";\n' + text

    def test_each_rings(self):
        self.write("rules", self.rules())
        follow = []
        for log in ("kmsg", "auth", "app", "backup"):
            self.write(log, "")
            follow += ["--follow", f"{log}={self.folder / log}"]
        process = self.begin([live_process.TOCSIN, "-t", "0.1sec", *follow,
                              "rules"])
        rung = set()

        def until(done):
            while not done():
                line = process.stdout.readline()
                self.assertNotEqual(line, "", process.stderr.read()
                                    if process.poll() is not None else "")
                rung.update(re.findall(r": (\w+): ", line))
                rung.update(re.findall(r": (tick)$", line))

        until(lambda: "silent" in rung)
        self.assertLessEqual(rung, {"silent", "tick"})
        for name, (log, lines) in LINES.items():
            with open(self.folder / log, "a", encoding="utf-8") as file:
                file.write("".join(line + "\n" for line in lines))
            until(lambda wanted=name: wanted in rung)
        process.send_signal(signal.SIGINT)
        process.communicate()


if __name__ == "__main__":
    import unittest
    unittest.main()
