"""A disk that stops answering (ext4 in a file, frozen) with the state directory
and the statistics on it: rules go on. Skipped where none can be mounted."""
import os
import subprocess
import unittest

import live_process
import outbox_process

BEFORE, MEANWHILE = 10, 50  # Units: ticks


class FrozenDisk(outbox_process.OutboxProcess):

    def mount_disk(self):
        """A disk of its own at `disk`."""
        image, disk = self.folder / "image", self.folder / "disk"
        disk.mkdir()
        with open(image, "wb") as file:
            file.truncate(16 << 20)
        for command in (["mkfs.ext4", "-q", image],
                        ["mount", "-o", "loop", image, disk]):
            try:
                done = subprocess.run(command, check=False, capture_output=True)
            except FileNotFoundError as error:
                self.skipTest(f"no {error.filename} here")
            if os.geteuid() != 0 or done.returncode != 0:
                self.skipTest("no disk can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", disk], check=True)
        return disk

    def freeze(self, disk):
        subprocess.run(["fsfreeze", "-f", disk], check=True)
        self.addCleanup(subprocess.run, ["fsfreeze", "-u", disk], check=False,
                        capture_output=True)

    def test_rules_go_on(self):
        disk = self.mount_disk()
        self.env["PCP_TMP_DIR"] = str(disk)
        receiver = self.receiver(lambda _: (204, {}, "whole"))
        self.write("rules", outbox_process.rules(receiver.url) +
                   'tick = hinv.ncpu > 0 -> print "tick";\n')
        process = self.begin([live_process.TOCSIN, "-h", "@", "--state",
                              disk / "state", "rules"],
                             stdout=subprocess.PIPE)
        for _ in range(BEFORE):
            self.assertIn("tick", process.stdout.readline())
        statistics = disk / "pmie" / str(process.pid)
        self.assertTrue(statistics.exists())
        self.freeze(disk)
        for _ in range(MEANWHILE):
            self.assertIn("tick", process.stdout.readline())
        subprocess.run(["fsfreeze", "-u", disk], check=True)
        process.terminate()
        for line in process.stdout:
            self.assertIn("tick", line)
        self.assertEqual(process.wait(), 0)
        self.assertFalse(statistics.exists())


if __name__ == "__main__":
    unittest.main()
