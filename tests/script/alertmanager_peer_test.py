"""Alertmanager, which is not ours: what it makes of the alerts that it is told of,
read back by its amtool. Skipped where they are not installed."""
# Label: live
import datetime
import json
import re
import shutil
import subprocess
import unittest
import urllib.request

import live_process
from http_receiver import LIMIT, mmv

NAMES = [b"plain", b'a"b\\', b"$(x) `y`", b"l1\nl2\r\nX: y", b"%i", b"-n",
         b"\xff\xfe", "\u202e\u00e4".encode(), b"{{x}}", b"<b>&", b"x" * 60,
         b""]
HOUR = datetime.timedelta(hours=1)


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


class AlertmanagerPeer(live_process.Live):

    def setUp(self):
        super().setUp()
        for name in ("prometheus-alertmanager", "amtool"):
            if shutil.which(name) is None:
                self.skipTest(f"there is no {name}")
        self.write("alertmanager.yml",
                   "route: {receiver: none}\nreceivers: [{name: none}]\n")
        process = self.begin(
            ["prometheus-alertmanager", "--config.file=alertmanager.yml",
             "--storage.path=data", "--web.listen-address=127.0.0.1:0",
             "--cluster.listen-address="])
        listens = next(filter(None, (
            re.search(r'"Listening on" address=(\S+)', line)
            for line in process.stderr)))
        self.origin = f"http://{listens[1]}"

    def receivers(self, **settings):
        """By name, what each has besides its URL."""
        self.write("receivers.yaml", "receivers:\n" + "".join(
            f"  {name}:\n    url: {self.origin}/api/v2/alerts\n"
            f"    body: alertmanager\n    {more}\n"
            for name, more in settings.items()))

    def run_tocsin(self, *arguments):
        done = subprocess.run(
            [live_process.TOCSIN, *arguments], cwd=self.folder, env=self.env,
            text=True, capture_output=True, timeout=LIMIT, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def alerts(self, rule):
        """Those that are not over."""
        done = subprocess.run(
            ["amtool", f"--alertmanager.url={self.origin}", "alert", "query",
             "-o", "json", f"alertname={rule}"], env=self.env, text=True,
            capture_output=True, timeout=LIMIT, check=True)
        return json.loads(done.stdout) or []

    def test_it_takes_what_notify_sends(self):
        self.receivers(ops="labels: {severity: page, disk.name: sda}\n"
                           "    annotations: {runbook_url: 'https://wiki/x'}")
        self.run_tocsin("notify", "--receivers", "receivers.yaml", "ops",
                        "--try")
        alert, = self.alerts("test")
        self.assertEqual((alert["labels"]["severity"],
                          alert["labels"]["disk_name"],
                          alert["labels"]["instance"],
                          alert["annotations"]["value"],
                          alert["annotations"]["runbook_url"]),
                         ("page", "sda", "instance", "1.0", "https://wiki/x"))

    def test_any_name_is_a_label_and_an_alert_ends(self):
        (self.folder / "m").write_bytes(mmv(NAMES))
        self.receivers(long="resolve_after: 1 hour\n    labels: {team: x}",
                       short="resolve_after: 1 sec")
        self.write("rules", "delta = 1 hour;\n" + "".join(
            f"{name} = some_inst ( mmv.m.a > 0 ) -> "
            f'webhook "{name}" "%i is bad;";\n' for name in ("long", "short")))
        done = self.run_tocsin(
            "-h", f"mmv:{self.folder / 'm'}", "-T", "10msec", "--no-state",
            "--receivers", "receivers.yaml", "rules")
        self.assertNotIn("given up", done.stderr)
        names = {name.decode(errors="replace") for name in NAMES}
        alerts = self.alerts("long")
        self.assertEqual(
            {alert["labels"].get("instance", "") for alert in alerts}, names)
        for alert in alerts:
            self.assertEqual(set(alert["labels"]) - {"instance"},
                             {"alertname", "host", "team"})
            self.assertEqual(alert["annotations"]["summary"],
                             alert["labels"].get("instance", "<%i undefined>") +
                             " is bad;")
            # It had to wait, perhaps.
            self.assertGreaterEqual(
                moment(alert["endsAt"]) - moment(alert["startsAt"]), HOUR)
        with urllib.request.urlopen(f"{self.origin}/metrics",
                                    timeout=LIMIT) as answer:
            self.assertIn(
                'alertmanager_alerts_received_total{status="firing",'
                f'version="v2"}} {2 * len(NAMES)}\n', answer.read().decode())
        while self.alerts("short"):
            pass  # it is over by Alertmanager's clock
        self.assertEqual(len(self.alerts("long")), len(NAMES))


if __name__ == "__main__":
    unittest.main()
