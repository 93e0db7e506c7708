"""syslog, read by a log daemon that is not ours: rsyslogd, in a /dev of its own.
Skipped where that is not to be had."""
# Label: live
import json
import os
import shutil
import subprocess
import unittest

import live_process
from http_receiver import mmv

CONFIGURATION = """
module(load="imuxsock" SysSock.Name="/dev/log")
template(name="told" type="list") {{
  constant(value="[\\"") property(name="pri-text")
  constant(value="\\", \\"") property(name="syslogtag" format="json")
  constant(value="\\", \\"") property(name="msg" format="json")
  constant(value="\\"]\\n")
}}
global(workDirectory="{folder}")
action(type="ompipe" pipe="{folder}/told" template="told")
"""
# A /dev with what programs need, and no log daemon but ours.
SETUP = """
set -e
mkdir dev
for name in null urandom; do
  touch dev/$name
  mount --bind /dev/$name dev/$name
done
mount --rbind dev /dev
"$1" -n -f rsyslog.conf -i "$PWD/rsyslog.pid" >rsyslog.log 2>&1 &
shift
exec "$@"
"""
APART = ["unshare", "-rmpf", "--kill-child", "--mount-proc"]


class SyslogPeer(live_process.Live):

    def test_rsyslogd_has_each_message_in_a_line_of_its_own(self):
        daemon = shutil.which("rsyslogd", path="/usr/sbin:/usr/bin")
        if daemon is None:
            self.skipTest("there is no rsyslogd")
        if subprocess.run([*APART, "true"], check=False,
                          capture_output=True).returncode != 0:
            self.skipTest("there can be no /dev of its own")
        names = [b"plain", b"a\nb", b"<0>kernel: x", b"%i $(x) \x1b[2J",
                 b"\xff\xfe", "\u202e\u00e4".encode(), b'","b": "']
        (self.folder / "hostile").write_bytes(mmv(names))
        self.write("rsyslog.conf", CONFIGURATION.format(folder=self.folder))
        self.write("rules", 'some_inst ( mmv.hostile.a > 0 ) -> syslog 1 hour '
                   '"-p daemon.err" "-t marked" "[%i]";')
        os.mkfifo(self.folder / "told")
        self.begin([*APART, "sh", "-c", SETUP, "sh", daemon,
                    str(live_process.TOCSIN), "-q", "-t", "100msec",
                    "-h", f"mmv:{self.folder / 'hostile'}", "rules"])
        with open(self.folder / "told", encoding="utf-8",
                  errors="replace") as told:
            for line in told:
                priority, tag, text = json.loads(line)
                if tag.startswith("marked"):
                    break
        self.assertEqual(priority, "daemon.err")
        self.assertTrue(text.lstrip().startswith("[plain]"), text)
        self.assertNotIn("\x1b", text)
        self.assertEqual(text.count("["), len(names) + 1)


if __name__ == "__main__":
    unittest.main()
