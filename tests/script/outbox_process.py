"""What tests of the outbox share: a program with a state directory, a receiver
of its notifications, a disk for the directory, and what is in it."""
import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile

import live_process
from flaky_receiver import LIMIT, Flaky

RULES = 8


def rules(url, count=RULES, delta="50 msec"):
    """Each tells its number, and the tick's."""
    return f"delta = {delta};\n" + "".join(
        f'r{number} = some_inst ( kernel.all.load > -1 ) -> '
        f'webhook "{url}" "r{number}";\n' for number in range(count))


class OutboxProcess(live_process.Live):

    def receiver(self, answer):
        server = Flaky(answer)
        self.addCleanup(server.close)
        return server

    def start(self, *arguments, host="@", **options):
        return self.begin([live_process.TOCSIN, "-h", host, "--state", "state",
                           *arguments, "rules"], **options)

    def log_of(self, process, signal="terminate"):
        getattr(process, signal)()
        return process.communicate(timeout=LIMIT)[1]

    @contextlib.contextmanager
    def database(self):
        """A copy of the outbox, which may have no room to be opened where it
        is."""
        with tempfile.TemporaryDirectory() as copy:
            for name in ("outbox.db", "outbox.db-wal"):
                if (self.folder / "state" / name).exists():
                    shutil.copy(self.folder / "state" / name, copy)
            with contextlib.closing(
                    sqlite3.connect(f"{copy}/outbox.db")) as database:
                yield database

    def rows(self):
        """Ids and rules of what is in the outbox."""
        with self.database() as database:
            return database.execute(
                "SELECT id, rule FROM notifications JOIN queues "
                "USING(queue) ORDER BY number").fetchall()

    def mount_if_allowed(self, options):
        """A small disk in memory for the state directory: whether it is one."""
        (self.folder / "state").mkdir(mode=0o700)
        if os.geteuid() != 0 or subprocess.run(
                ["mount", "-t", "tmpfs", "-o", f"{options},mode=700", "tmpfs",
                 self.folder / "state"], check=False,
                capture_output=True).returncode != 0:
            return False
        self.addCleanup(subprocess.run,
                        ["umount", "-l", self.folder / "state"], check=True)
        return True

    def mount(self, options):
        """The same, where the test is skipped without it."""
        if not self.mount_if_allowed(options):
            self.skipTest("no tmpfs can be mounted here")

    def remount(self, options):
        subprocess.run(["mount", "-o", f"remount,{options}",
                        self.folder / "state"], check=True)
