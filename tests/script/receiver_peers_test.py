"""Receivers behind TLS and proxies: nginx, tinyproxy and microsocks, each
skipped where it is not installed."""
# Label: live
import contextlib
import os
import shutil
import socket
import subprocess
import threading
import unittest

import live_process
from http_receiver import LIMIT, Receiver

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

    def told_through(self, proxy):
        """The headers, and the address whence it came, of what a run of rules
        tells a receiver through the proxy, which need not listen yet."""
        receiver = Receiver()
        self.addCleanup(receiver.close)
        self.receivers(receiver.url().replace("127.0.0.1", "localhost"),
                       f"    proxy: {proxy}\n")
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

    def test_microsocks(self):
        self.begin([program("microsocks"), "-i", OWN, "-p", "1080", "-b", OWN])
        _, origin = self.told_through(f"socks5h://{OWN}:1080")
        self.assertEqual(origin, OWN)


if __name__ == "__main__":
    unittest.main()
