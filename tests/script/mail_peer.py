"""A server of mail by aiosmtpd: `mail_peer.py [offer|tls]`, with `offer` one
that offers STARTTLS, with `tls` one that takes nothing before that and a
password, which it repeats if it is wrong, as it was sent if it is FALSE. Prints
its port, then each mail as JSON in a line. It says 451 of later@..., 550 of
never@...."""
import asyncio
import base64
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult


class Taker:
    async def handle_RCPT(self, _server, _session, envelope, address, _options):
        if address.startswith("later@"):
            return "451 not now"
        if address.startswith("never@"):
            return "550 nobody"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server, session, envelope):
        print(json.dumps({
            "from": envelope.mail_from, "to": envelope.rcpt_tos,
            "encrypted": session.ssl is not None,
            "mail": envelope.original_content.decode("ascii")}), flush=True)
        return "250 taken"

    async def handle_QUIT(self, _server, _session, _envelope):
        return "250 as you like"  # in place of 221: no answer to a mail


def let_in(_server, _session, _envelope, _mechanism, data):
    if (data.login, data.password) == (b"us", b"SECRET"):
        return AuthResult(success=True)
    said = data.password
    if said == b"FALSE":
        said = base64.b64encode(b"\0".join([b"", data.login, said]))
    return AuthResult(success=False, handled=False,
                      message=f"535 wrong: {said.decode()}")


def server():
    if len(sys.argv) == 1:
        return SMTP(Taker())
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain("server.crt", "server.key")
    if "offer" in sys.argv:
        return SMTP(Taker(), tls_context=tls)
    return SMTP(Taker(), require_starttls=True, tls_context=tls,
                auth_required=True, authenticator=let_in)


async def main():
    listener = await asyncio.get_running_loop().create_server(
        server, "127.0.0.1", 0)
    print(listener.sockets[0].getsockname()[1], flush=True)
    await listener.serve_forever()


asyncio.run(main())
