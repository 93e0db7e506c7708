"""A real pmcd that encrypts, watched by tocsin: who is trusted, who is not,
and that pmie sees the same."""
# Label: live
import subprocess
import sys

import oracle
import own_pmcd

# One evaluation, which has a minute's time for its values.
RULES = "delta = 1 min; ten = sample.long.ten;"


class SecurePmcd(own_pmcd.Pmcd):
    """With a certificate for `host` that vouches for itself."""

    def __init__(self):
        super().__init__(agents=("sample",))
        self.certificate("server", "localhost")
        self.certificate("stranger", "localhost")
        self.configuration("server.conf", "server")

    def certificate(self, name, host):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
             "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
             f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}",
             "-keyout", self.folder / f"{name}.key",
             "-out", self.folder / f"{name}.crt"],
            check=True, capture_output=True)

    def configuration(self, name, trusted):
        path = self.folder / name
        path.write_text(
            f"tls-cert-file = {self.folder}/server.crt\n"
            f"tls-key-file = {self.folder}/server.key\n"
            f"tls-ca-cert-file = {self.folder}/{trusted}.crt\n")
        return path

    def environment(self):
        env = super().environment()
        env["PCP_TLSCONF_PATH"] = str(self.folder / "server.conf")
        return env


def values(pmcd, program, spec, conf):
    """What `program` says of the rules over `spec`: values, all it wrote."""
    rules = pmcd.folder / "rules"
    rules.write_text(RULES)
    env = pmcd.environment()
    env["PCP_TLSCONF_PATH"] = str(conf)
    done = subprocess.run(
        [program, "-h", spec, "-v", "-T", "0", rules], env=env, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=120)
    lines = done.stdout.splitlines()
    return {line for line in lines if line.startswith("ten:")}, done.stdout


def main():
    own_pmcd.require()
    failed = []

    def expect(what, found, good):
        if not good(found):
            failed.append(f"{what}: {found}")

    with SecurePmcd() as pmcd:
        known = pmcd.folder / "server.conf"
        stranger = pmcd.configuration("stranger.conf", "stranger")
        ours = oracle.BUILD / "tocsin"
        by_name = f"pcps://localhost:{pmcd.port}"
        by_number = f"pcps://127.0.0.1:{pmcd.port}"

        def ten(found):
            return found[0] == {"ten: 10"}

        def refused(found):
            return found[0] <= {"ten: ?"} and "TLS" in found[1]

        expect("trusted", values(pmcd, ours, by_name, known), ten)
        expect("pmie", values(pmcd, "pmie", by_name, known), ten)
        expect("not encrypted",
               values(pmcd, ours, f"localhost:{pmcd.port}", known), ten)
        expect("another's certificate",
               values(pmcd, ours, by_name, stranger), refused)
        expect("another name", values(pmcd, ours, by_number, known), refused)
        expect("relaxed", values(pmcd, ours, by_number + "?secure=relaxed",
                                 stranger), ten)
        expect("nobody to trust",
               values(pmcd, ours, by_name, pmcd.folder / "none"), refused)
    for line in failed:
        print(line)
    print(f"tls: {7 - len(failed)} of 7 as expected")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
