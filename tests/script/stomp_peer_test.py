"""STOMP with brokers that are not ours: RabbitMQ, skipped where it is not
installed."""
# Label: live
import os
import pathlib
import signal
import socket
import subprocess
import unittest

import live_process
from stomp_broker import LIMIT, Client

SERVER = pathlib.Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
# This process's own address of the loopback network: ports there are free.
OWN = "127.{}.{}.{}".format(64 + (os.getpid() >> 16), os.getpid() >> 8 & 255,
                            os.getpid() & 255)
PORT, OTHERS = 61613, 25672
CONFIGURATION = f"""
listeners.tcp = none
stomp.listeners.tcp.1 = {OWN}:{PORT}
default_user = joe
default_pass = s3cret
loopback_users = none
"""
SETTINGS = f"host={OWN}\nport={PORT}\nuser=joe\n"


class StompPeer(live_process.Live):

    def rabbitmq(self):
        """A node of its own, whose names, files and ports are this test's,
        until it listens."""
        if not SERVER.exists():
            self.skipTest("there is no rabbitmq-server")
        self.write("rabbitmq.conf", CONFIGURATION)
        self.write("enabled_plugins", "[rabbitmq_stomp].\n")
        here = str(self.folder)
        # The server of names is on 127.0.0.1, too.
        with socket.create_server(("127.0.0.1", 0)) as free:
            names = str(free.getsockname()[1])
        env = {
            "PATH": os.environ["PATH"], "HOME": here, "LANG": "C.UTF-8",
            "RABBITMQ_NODENAME": f"tocsin@{OWN}", "RABBITMQ_USE_LONGNAME": "true",
            "RABBITMQ_NODE_IP_ADDRESS": OWN,
            "RABBITMQ_DIST_PORT": str(OTHERS),
            "ERL_EPMD_ADDRESS": OWN, "ERL_EPMD_PORT": names,
            "RABBITMQ_CONF_ENV_FILE": "/dev/null",
            "RABBITMQ_CONFIG_FILE": here + "/rabbitmq.conf",
            "RABBITMQ_ENABLED_PLUGINS_FILE": here + "/enabled_plugins",
            "RABBITMQ_MNESIA_BASE": here + "/mnesia",
            "RABBITMQ_LOG_BASE": here + "/log", "RABBITMQ_LOGS": "-",
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 1:1 +sbwt none "
            f"-kernel inet_dist_use_interface {{{OWN.replace('.', ',')}}}"}
        # Else the node starts one that stays.
        self.begin(["epmd", "-address", OWN, "-port", names], env=env)
        server = self.begin([SERVER], env=env, stderr=subprocess.STDOUT,
                            start_new_session=True)
        # It is a shell, and the node is its child.
        self.addCleanup(os.killpg, server.pid, signal.SIGKILL)
        for line in server.stdout:
            if "Server startup complete" in line:
                return server
        return self.fail("rabbitmq-server has ended")

    def subscriber(self, destination):
        """A client that hears what is sent there from now on."""
        client = Client(socket.create_connection((OWN, PORT), LIMIT))
        self.addCleanup(client.connection.close)
        client.say("CONNECT\naccept-version:1.2\nhost:/\nlogin:joe\n"
                   "passcode:s3cret\n\n\0")
        self.assertEqual(client.frame().command, "CONNECTED")
        client.say(f"SUBSCRIBE\nid:0\ndestination:{destination}\nreceipt:r\n"
                   "\n\0")
        self.assertEqual(client.frame().command, "RECEIPT")
        return client

    def start(self, rules, settings="passcode=s3cret\n",
              program=live_process.TOCSIN):
        self.write("broker", SETTINGS + settings)
        self.write("rules", rules)
        return self.begin([program, "-h", "@", "-j", "broker", "rules"])

    def test_rabbitmq(self):
        self.rabbitmq()
        subscriber = self.subscriber("/topic/PMIE")
        process = self.start(
            'delta = 1 hour; hinv.ncpu > 0 -> stomp "a: \\\\n %v" '
            '& print "confirmed";')
        message = subscriber.frame()
        self.assertEqual(message.command, "MESSAGE")
        self.assertRegex(message.body, rb"^a: \\n \d+$")
        self.assertEqual(message["content-type"], "text/plain;charset=utf-8")
        self.assertTrue(process.stdout.readline().endswith(": confirmed\n"))
        process.terminate()
        self.assertNotIn("stomp", process.communicate(timeout=LIMIT)[1])
        pmie = self.folder / "pmie"
        pmie.symlink_to(live_process.TOCSIN)
        process = self.start('delta = 1 hour; hinv.ncpu > 0 -> stomp "x";',
                             program=pmie)
        self.assertEqual(subscriber.frame().body, b"x")
        process.kill()
        for settings, told in (
                ("passcode=wrong\n", "Access refused for user 'joe'"),
                ("passcode=s3cret\nvhost=/none\n", "/none"),
                ("passcode=s3cret\ndestination=/no/such\n",
                 "(?i)unknown destination")):
            process = self.start('delta = 100 msec; hinv.ncpu > 0 -> stomp "x" '
                                 '| print "refused";', "timeout=2\n" + settings)
            self.assertTrue(process.stdout.readline().endswith(": refused\n"))
            process.terminate()
            self.assertRegex(process.communicate(timeout=LIMIT)[1], told)


if __name__ == "__main__":
    unittest.main()
