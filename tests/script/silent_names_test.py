"""A server of names that never answers: receivers and monitored hosts with names
that are known are told and asked, however many receivers' are looked up. Skipped
where no network of one's own can be made."""
# Label: live
import subprocess
import unittest

import live_process

SILENT, HEARD, ASKED = 40, 30, 10
# Takes questions, and says nothing.
SERVER = ("import signal, socket; names = '127.0.0.1', 53; "
          "s = socket.socket(type=socket.SOCK_DGRAM); s.bind(names); "
          "print(flush=True); signal.pause()")
# Prints a line for each request, and one for whoever comes to ask a pmcd, which
# answers nobody: the host is looked up again.
RECEIVER = """
import http.server, socket, threading
def refuse():
    address = "127.0.0.1", 44321
    pmcd = socket.create_server(address)
    while True:
        pmcd.accept()[0].close()
        print("asked", flush=True)
threading.Thread(target=refuse, daemon=True).start()
class One(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        print("heard", flush=True)
    def log_message(self, *_):
        pass
http.server.ThreadingHTTPServer(("127.0.0.1", 7001), One).serve_forever()
"""
WRAP = ["unshare", "-rnmpf", "--kill-child", "sh", "-euc",
        "ip link set lo up\n"
        "mount --bind resolv.conf /etc/resolv.conf\n"
        "mount --bind hosts /etc/hosts\n"
        "python3 -c \"$1\" | { read -r _; "
        "python3 -c \"$2\" & shift 2; exec \"$@\" >/dev/null; }", "sh"]


class SilentNames(live_process.Live):

    def start(self, more="", known="known.example", options=""):
        """One that tells many who are not found, and one who is `known`."""
        self.write("resolv.conf", f"nameserver 127.0.0.1\n{options}")
        self.write("hosts", "127.0.0.1 localhost\n127.0.0.1 known.example\n")
        tried = subprocess.run(
            [*WRAP, "print()", "pass", "true"], cwd=self.folder, check=False,
            capture_output=True, timeout=60)
        if tried.returncode != 0:
            self.skipTest("no network of one's own can be made here")
        urls = [f"http://h{number}.example/" for number in range(SILENT)]
        urls.append(f"http://{known}:7001/")
        self.write("rules", "delta = 200 msec;\n" + "".join(
            f'r{number} = hinv.ncpu > 0 -> webhook "{url}" "x";\n'
            for number, url in enumerate(urls)) + more)
        return self.begin(
            [*WRAP, SERVER, RECEIVER, live_process.TOCSIN, "-h", "@", "rules"],
            stderr=subprocess.DEVNULL)

    def test_receivers_that_are_known_are_not_held_up(self):
        process = self.start()
        for _ in range(HEARD):
            self.assertEqual(process.stdout.readline(), "heard\n")

    def test_this_host_is_not_looked_up(self):
        process = self.start(known="localhost",
                             options="options timeout:30 attempts:5\n")
        for _ in range(HEARD):
            self.assertEqual(process.stdout.readline(), "heard\n")

    def test_nor_are_hosts(self):
        self.env["PMCD_RECONNECT_TIMEOUT"] = "0.05"
        process = self.start('hinv.ncpu :known.example > 0 -> print "x";\n')
        heard = asked = 0
        while asked < ASKED:
            line = process.stdout.readline()
            self.assertIn(line, ("heard\n", "asked\n"))
            heard += line == "heard\n"
            # By then the others are being looked up.
            asked += line == "asked\n" and heard >= HEARD


if __name__ == "__main__":
    unittest.main()
