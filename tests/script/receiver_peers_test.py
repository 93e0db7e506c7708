"""Receivers behind TLS and proxies, and by mail: nginx, tinyproxy, microsocks
and aiosmtpd, each skipped where it is not installed."""
# Label: live
import contextlib
import email
import email.policy
import json
import os
import shutil
import socket
import ssl
import subprocess
import threading
import unittest

import live_process
from http_receiver import LIMIT, Receiver, mmv

SYSTEM_PYTHON = "/usr/bin/python3"  # it has Debian's packages

# This process's own address of the loopback network: ports there are free.
OWN = "127.{}.{}.{}".format(64 + (os.getpid() >> 16), os.getpid() >> 8 & 255,
                            os.getpid() & 255)
NGINX = """
daemon off;
worker_processes 1;
pid nginx.pid;
error_log stderr;
events {{}}
http {{
  client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3;
  uwsgi_temp_path t4; scgi_temp_path t5;
  log_format told '$status $ssl_protocol $server_protocol $ssl_client_s_dn';
  access_log /dev/stdout told;
  ssl_certificate server.crt;
  ssl_certificate_key server.key;
  ssl_client_certificate ca.crt;
  ssl_verify_client on;
  server {{
    listen {new} ssl http2; ssl_protocols TLSv1.2 TLSv1.3; return 204;
  }}
  server {{ listen {old} ssl; ssl_protocols TLSv1.2; return 204; }}
}}
"""


def program(name):
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")
    if found is None:
        raise unittest.SkipTest(f"there is no {name}")
    return found


def frame(kind, flags, stream, payload=b""):
    """One of HTTP/2."""
    return (len(payload).to_bytes(3, "big") + bytes([kind, flags]) +
            stream.to_bytes(4, "big") + payload)


class ReceiverPeers(live_process.Live):

    def receivers(self, url, settings):
        self.write("receivers.yaml", "receivers:\n  ops:\n"
                   f"    url: {url}\n{settings}")

    def notify(self):
        return subprocess.run(
            [live_process.TOCSIN, "notify", "--receivers", "receivers.yaml",
             "ops", "--try"], cwd=self.folder, env=self.env, text=True,
            capture_output=True, timeout=LIMIT, check=False)

    def openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self.folder, check=True,
                       capture_output=True, timeout=LIMIT)

    def certificates(self):
        """An authority, and by it a server's and a client's."""
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
               "-nodes"]
        self.openssl("req", "-x509", *key, "-subj", "/CN=authority",
                     "-days", "2", "-keyout", "ca.key", "-out", "ca.crt")
        for name in ("server", "client"):
            self.openssl("req", *key, "-subj", f"/CN={name}",
                         "-addext", "subjectAltName=DNS:localhost",
                         "-keyout", f"{name}.key", "-out", f"{name}.csr")
            self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.crt",
                         "-CAkey", "ca.key", "-days", "2",
                         "-copy_extensions", "copy", "-out", f"{name}.crt")

    def nginx(self):
        """The ports of one that speaks TLS 1.3, and 1.2 alone. It is handed
        them open."""
        sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        new, old = [one.getsockname()[1] for one in sockets]
        self.write("nginx.conf", NGINX.format(new=f"127.0.0.1:{new}",
                                              old=f"127.0.0.1:{old}"))
        numbers = [one.fileno() for one in sockets]
        self.server = self.begin(
            [program("nginx"), "-p", str(self.folder), "-c", "nginx.conf",
             "-e", "stderr"], pass_fds=numbers,
            env={**self.env, "NGINX": "".join(f"{n};" for n in numbers)})
        for one in sockets:
            one.close()
        return new, old

    def test_nginx_sees_our_certificate_and_we_its(self):
        program("nginx")
        self.certificates()
        new, old = self.nginx()
        tls = ("    tls:\n      ca_file: ca.crt\n"
               "      certificate_file: client.crt\n"
               "      key_file: client.key\n")
        self.receivers(f"https://localhost:{new}/", tls)
        done = self.notify()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("\nstatus 204\n", done.stdout)
        self.assertEqual(self.server.stdout.readline(),
                         "204 TLSv1.3 HTTP/2.0 CN=client\n")
        self.receivers(f"https://localhost:{old}/",
                       tls + "      min_version: 1.2\n")
        self.assertEqual(self.notify().returncode, 0)
        self.assertEqual(self.server.stdout.readline(),
                         "204 TLSv1.2 HTTP/1.1 CN=client\n")
        for url, settings, told in (
                (f"https://localhost:{old}/", tls + "      min_version: 1.3\n",
                 "tlsv1 alert protocol version"),
                (f"https://localhost:{new}/", "",
                 "SSL certificate problem: unable to get local issuer certificate"),
                (f"https://127.0.0.1:{new}/", tls,
                 "no alternative certificate subject name matches target host name "
                 "'127.0.0.1'"),
                (f"https://localhost:{new}/", "    tls: {ca_file: ca.crt}\n",
                 "status 400"),
                (f"https://localhost:{new}/",
                 tls.replace("client.key", "ca.key"), "private key")):
            self.receivers(url, settings)
            done = self.notify()
            self.assertEqual(done.returncode, 1)
            self.assertIn(told, done.stdout + done.stderr)

    def test_a_key_with_a_passphrase_asks_nobody(self):
        program("nginx")
        self.certificates()
        new, _ = self.nginx()
        self.openssl("ec", "-in", "client.key", "-aes128", "-passout",
                     "pass:x", "-out", "locked.key")
        self.receivers(f"https://localhost:{new}/", "    tls:\n"
                       "      ca_file: ca.crt\n"
                       "      certificate_file: client.crt\n"
                       "      key_file: locked.key\n")
        process = self.begin(
            [live_process.TOCSIN, "notify", "--receivers", "receivers.yaml",
             "ops", "--try"], stdin=subprocess.PIPE)
        self.addCleanup(process.stdin.close)
        self.assertEqual(process.wait(LIMIT), 1)  # its input is still open
        self.assertIn("private key", process.stderr.read())

    def test_over_http2_a_body_without_end_ends_the_connection(self):
        self.certificates()
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.folder / "server.crt",
                            self.folder / "server.key")
        tls.set_alpn_protocols(["h2"])
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        self.receivers(f"https://localhost:{server.getsockname()[1]}/",
                       "    tls: {ca_file: ca.crt}\n")
        self.write("rules", 'hinv.ncpu > 0 -> webhook 1 hour "ops" "hi";')
        self.begin([live_process.TOCSIN, "-h", "@", "-t", "1hour",
                    "--receivers", "receivers.yaml", "rules"])
        server.settimeout(LIMIT)
        peer, _ = server.accept()
        peer.settimeout(LIMIT)
        with tls.wrap_socket(peer, server_side=True) as peer:
            peer.sendall(frame(4, 0, 0))  # SETTINGS
            received = peer.recv(65536)
            while b"hi" not in received:
                received += peer.recv(65536)
            # HEADERS, their end, with status 200 alone; then DATA.
            peer.sendall(frame(1, 4, 1, b"\x88") +
                         5 * frame(0, 0, 1, bytes(16384)))
            with contextlib.suppress(ConnectionError, ssl.SSLEOFError):
                while peer.recv(65536):
                    pass

    def test_a_proxy_that_never_stops_is_broken_off(self):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)

        def talk():
            peer, _ = server.accept()
            with peer, contextlib.suppress(OSError):
                peer.recv(9999)
                peer.sendall(b"HTTP/1.1 407 no\r\n"
                             b"Content-Length: 1000000000000\r\n\r\n")
                while True:
                    peer.sendall(bytes(65536))

        threading.Thread(target=talk, daemon=True).start()
        self.receivers("https://name.example/", "    proxy: http://127.0.0.1:"
                       f"{server.getsockname()[1]}\n    timeout: 1 hour\n")
        self.assertEqual(self.notify().returncode, 1)

    def test_a_proxy_that_hangs_up_is_named(self):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)

        def hang_up():
            while server.fileno() >= 0:
                with contextlib.suppress(OSError):
                    peer, _ = server.accept()
                    with peer:
                        peer.recv(65536)

        threading.Thread(target=hang_up, daemon=True).start()
        self.receivers("https://name.example/", "    proxy: http://127.0.0.1:"
                       f"{server.getsockname()[1]}\n")
        done = self.notify()
        self.assertEqual(done.returncode, 1)
        self.assertIn("the proxy: ", done.stdout + done.stderr)

    def test_a_proxy_that_wants_to_know_who_asks_is_named(self):
        """Without a proxy it is the receiver who says so."""
        server = Receiver()
        self.addCleanup(server.close)
        server.status = 407
        proxy = server.url().removesuffix("/")
        for settings, told in (
                (f"    proxy: {proxy}\n", "the proxy answers 407"),
                ("", "status 407")):
            self.receivers(server.url(), settings)
            done = self.notify()
            self.assertEqual(done.returncode, 1)
            self.assertIn(told, done.stdout + done.stderr)

    def told_through(self, proxy, settings=""):
        """The headers, and the address whence it came, of what a run of rules
        tells a receiver through the proxy, which need not listen yet."""
        receiver = Receiver()
        self.addCleanup(receiver.close)
        self.receivers(receiver.url().replace("127.0.0.1", "localhost"),
                       f"    proxy: {proxy}\n{settings}")
        self.write("rules", 'hinv.ncpu > 0 -> webhook 1 hour "ops" "hi";')
        self.begin([live_process.TOCSIN, "-h", "@", "-t", "1hour",
                    "--receivers", "receivers.yaml", "rules"])
        return receiver.next()[1], receiver.origin

    def test_tinyproxy(self):
        self.write("tinyproxy.conf", f"Port 8888\nListen {OWN}\nBind {OWN}\n"
                   "MaxClients 10\nTimeout 60\n")
        self.begin([program("tinyproxy"), "-d", "-c", "tinyproxy.conf"])
        headers, origin = self.told_through(f"http://{OWN}:8888")
        self.assertIn("tinyproxy", headers["Via"])
        self.assertEqual(origin, OWN)

    def test_tinyproxy_leads_to_tls(self):
        """Its answer to CONNECT is longer than some, and a refusal's much."""
        port = 8890
        self.write("tinyproxy.conf", f"Port {port}\nListen {OWN}\nBind {OWN}\n"
                   "MaxClients 10\nTimeout 60\nBasicAuth us SECRET\n")
        proxy = self.begin([program("tinyproxy"), "-d", "-c",
                            "tinyproxy.conf"])
        self.certificates()
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.folder / "server.crt",
                            self.folder / "server.key")
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)

        def answer():
            peer, _ = server.accept()
            with tls.wrap_socket(peer, server_side=True) as peer:
                received = b""
                while b"This is a test" not in received:
                    received += peer.recv(65536)
                peer.sendall(b"HTTP/1.1 204 taken\r\n\r\n")

        threading.Thread(target=answer, daemon=True).start()
        self.write("password", "SECRET\n")
        self.receivers(f"https://localhost:{server.getsockname()[1]}/",
                       f"    proxy: http://{OWN}:{port}\n    proxy_user: us\n"
                       "    proxy_password_file: password\n"
                       "    tls: {ca_file: ca.crt}\n")
        next(line for line in proxy.stdout if "Accepting" in line)
        done = self.notify()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.write("password", "WRONG\n")
        done = self.notify()
        self.assertEqual(done.returncode, 1)
        self.assertIn("the proxy answers 401", done.stdout + done.stderr)
        proxy.terminate()
        proxy.wait(LIMIT)
        done = self.notify()
        self.assertEqual(done.returncode, 1)
        self.assertIn("the proxy: Couldn't connect to server: Connection "
                      "refused", done.stdout + done.stderr)

    def test_tinyproxy_wants_a_password(self):
        port = 8889
        self.write("tinyproxy.conf", f"Port {port}\nListen {OWN}\nBind {OWN}\n"
                   "MaxClients 10\nTimeout 60\nBasicAuth us SECRET\n")
        self.begin([program("tinyproxy"), "-d", "-c", "tinyproxy.conf"])
        self.write("password", "SECRET\n")
        user = "    proxy_user: us\n    proxy_password_file: password\n"
        headers, origin = self.told_through(f"http://{OWN}:{port}", user)
        self.assertEqual(origin, OWN)
        self.assertNotIn("Proxy-Authorization", headers)
        done = self.notify()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("SECRET", done.stdout + done.stderr)
        self.write("password", "WRONG\n")
        done = self.notify()
        self.assertEqual(done.returncode, 1)
        self.assertIn("status 40", done.stdout)
        self.assertNotIn("WRONG", done.stdout + done.stderr)

    def mail_peer(self, *mode):
        """Its port; each mail is a line of self.server.stdout."""
        if subprocess.run([SYSTEM_PYTHON, "-c", "import aiosmtpd"],
                          capture_output=True, check=False).returncode:
            raise unittest.SkipTest("there is no python3-aiosmtpd")
        self.server = self.begin(
            [SYSTEM_PYTHON, "-B",
             live_process.SOURCE / "tests/script/mail_peer.py", *mode],
            stderr=subprocess.DEVNULL)
        return int(self.server.stdout.readline())

    def mail(self):
        told = json.loads(self.server.stdout.readline())
        return told, email.message_from_string(told["mail"],
                                               policy=email.policy.SMTP)

    def test_a_mail_as_its_peer_reads_it(self):
        port = self.mail_peer()
        hostile = "\u20ac\r\nBcc: x@example.org\r\n.\r\nQUIT\u202e"
        (self.folder / "hostile").write_bytes(mmv([hostile.encode()]))
        self.receivers(f"smtp://127.0.0.1:{port}",
                       "    from: tocsin@example.org\n"
                       "    to: [ops@example.org, night@example.org]\n")
        self.write("rules", "some_inst ( mmv.hostile.a > 0 ) -> "
                   'webhook 1 hour "ops" "%i" " is full";')
        self.begin([live_process.TOCSIN, "-h", f"mmv:{self.folder / 'hostile'}",
                    "--receivers", "receivers.yaml", "rules"])
        told, mail = self.mail()
        self.assertEqual(told["from"], "tocsin@example.org")
        self.assertEqual(told["to"], ["ops@example.org", "night@example.org"])
        self.assertEqual(mail["From"], "tocsin@example.org")
        self.assertEqual(mail["To"], "ops@example.org, night@example.org")
        self.assertIsNone(mail["Bcc"])
        self.assertEqual(
            mail["Subject"],
            "expr_1: \u20ac??Bcc: x@example.org??.??QUIT? is full")
        self.assertEqual(mail.get_content_type(), "text/plain")
        self.assertRegex(mail["Message-ID"], r"^<[0-9a-f-]{36}@[^@]+>$")
        lines = mail.get_content().splitlines()
        self.assertIn("instance: \u20ac??Bcc: x@example.org??.??QUIT?", lines)
        self.assertIn("value: 1.0", lines)
        self.assertEqual(lines[0], "\u20ac??Bcc: x@example.org??.??QUIT? is full")
        self.assertEqual(mail.defects, [])

    def test_mail_by_starttls_and_with_a_password(self):
        self.certificates()
        port = self.mail_peer("tls")
        self.write("password", "SECRET\n")
        mail = ("    from: tocsin@example.org\n    to: ops@example.org\n"
                "    tls: {ca_file: ca.crt}\n")
        user = "    user: us\n    password_file: password\n"
        self.receivers(f"smtp://localhost:{port}",
                       mail + user + "    starttls: required\n")
        done = self.notify()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"MAIL smtp://localhost:{port}\nFrom: tocsin@", done.stdout)
        self.assertIn("\nstatus 250\n\n250 taken\n", done.stdout)
        self.assertNotIn("SECRET", done.stdout + done.stderr)
        told, _ = self.mail()
        self.assertTrue(told["encrypted"])
        for settings, host, said in (
                (mail + "    starttls: required\n", "localhost", "status 530"),
                (mail + user, "localhost", "status 530"),
                (mail + user + "    starttls: required\n", "127.0.0.1",
                 "no alternative certificate subject name"),
                (mail.replace("ca.crt", "client.crt") + user +
                 "    starttls: offered\n", "localhost",
                 "SSL certificate problem")):
            self.receivers(f"smtp://{host}:{port}", settings)
            done = self.notify()
            self.assertEqual(done.returncode, 1)
            self.assertIn(said, done.stdout + done.stderr)
        self.receivers(f"smtp://localhost:{port}",
                       mail.replace("    tls: {ca_file: ca.crt}\n", "") + user +
                       "    starttls: offered\n")
        self.assertIn("\nstatus 250\n", self.notify().stdout,
                      "whatever its certificate is")
        self.assertTrue(self.mail()[0]["encrypted"])
        self.receivers(f"smtp://localhost:{port}",
                       mail + user + "    starttls: required\n")
        self.write("rules", 'hinv.ncpu > 0 -> webhook "ops" "hi";')
        for password in ("WRONG", "FALSE"):
            self.write("password", password + "\n")
            done = self.notify()
            self.assertIn("status 535", done.stdout)
            self.assertNotIn(password, done.stdout + done.stderr)
            self.assertIn("given up: answers 535\n", self.log_of_a_run())

    def log_of_a_run(self):
        """Of one tick, on this host, until all is told."""
        done = subprocess.run(
            [live_process.TOCSIN, "-h", "@", "-t", "1hour", "-T", "10msec",
             "--receivers", "receivers.yaml", "rules"], cwd=self.folder,
            env=self.env, text=True, capture_output=True, timeout=LIMIT,
            check=False)
        return done.stderr

    def test_no_mail_goes_over_a_connection_of_another_receiver(self):
        self.certificates()
        port = self.mail_peer("offer")
        one = (f"    url: smtp://localhost:{port}\n"
               "    from: a@example.org\n")
        self.write("receivers.yaml", "receivers:\n"
                   f"  plain:\n{one}    to: plain@example.org\n"
                   "    starttls: never\n"
                   f"  safe:\n{one}    to: safe@example.org\n"
                   "    starttls: required\n    tls: {ca_file: ca.crt}\n"
                   f"  doubtful:\n{one}    to: doubtful@example.org\n"
                   "    starttls: required\n    tls: {ca_file: client.crt}\n")
        self.write("rules", "delta = 50 msec;\n"
                   'p = hinv.ncpu > 0 -> webhook 1 hour "plain" "x";\n'
                   'd = hinv.ncpu > 0 -> webhook 1 hour "doubtful" "x";\n'
                   's = hinv.ncpu > 0 -> webhook "safe" "x";\n')
        self.begin([live_process.TOCSIN, "-h", "@", "--receivers",
                    "receivers.yaml", "rules"])
        for _ in range(20):
            told, _ = self.mail()
            self.assertEqual(told["encrypted"],
                             told["to"] == ["safe@example.org"], told)

    def test_what_a_mail_server_refuses(self):
        port = self.mail_peer()
        rules = 'hinv.ncpu > 0 -> webhook 1 hour "ops" "hi";'
        self.write("rules", rules)
        self.write("password", "SECRET\n")
        user = "    user: us\n    password_file: password\n"
        ops = "expr_1: webhook: ops: "
        for to, more, said in (
                ("ops@e.org, later@e.org, never@e.org", "",
                 ops + "answers 451 not now; is tried again"),
                ("ops@e.org, never@e.org, never@f.org", "",
                 ops + "taken, but not for never@e.org (answers 550 nobody), "
                 "never@f.org (answers 550 nobody)"),
                ("never@e.org, never@f.org", "",
                 ops + "1 notification given up: answers 550 nobody"),
                ("later@e.org, never@f.org", "",
                 ops + "answers 451 not now; is tried again"),
                ("ops@e.org", user, ops + "taken, but the server does not ask "
                 "for the user and the password")):
            self.receivers(f"smtp://127.0.0.1:{port}", "    from: a@example.org\n"
                           f"    to: [{to}]\n{more}")
            self.assertIn(said, self.log_of_a_run())
        self.assertEqual(self.mail()[0]["to"], ["ops@e.org"])
        self.assertIn("tocsin: notify: taken, but the server does not ask",
                      self.notify().stderr)
        self.receivers(f"smtp://127.0.0.1:{port}", "    from: a@example.org\n"
                       "    to: b@example.org\n    starttls: required\n")
        self.assertIn("the server offers no STARTTLS", self.notify().stderr)
        self.receivers(f"http://127.0.0.1:{port}", "")
        self.assertIn("answers, but not in HTTP", self.notify().stderr)

    def test_microsocks(self):
        self.begin([program("microsocks"), "-i", OWN, "-p", "1080", "-b", OWN])
        _, origin = self.told_through(f"socks5h://{OWN}:1080")
        self.assertEqual(origin, OWN)


if __name__ == "__main__":
    unittest.main()
