"""docs/linux-metrics.md is what the catalogue of pmapi/linux says."""
import os
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))


def main():
    page = SOURCE / "docs/linux-metrics.md"
    made = subprocess.run([BUILD / "oracle/linux_dump", "table"], check=True,
                          text=True, stdout=subprocess.PIPE).stdout
    if page.read_text() != made:
        print(f"{page.relative_to(SOURCE)} is old: "
              "build/dev/oracle/linux_dump table > docs/linux-metrics.md")
        sys.exit(1)


if __name__ == "__main__":
    main()
