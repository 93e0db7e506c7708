"""What the tests that failed have said: the end of each one's output, of a
file that ctest --output-junit has written."""
import sys
import xml.etree.ElementTree as xml

LINES = 25  # of each
MOST = 8  # tests

failed = [case for case in xml.parse(sys.argv[1]).iter("testcase")
          if case.get("status") == "fail"]
for case in failed[:MOST]:
    said = (case.findtext("system-out") or "").strip().splitlines()
    print(f"== {case.get('name')}", *said[-LINES:], sep="\n")
if len(failed) > MOST:
    print(f"and {len(failed) - MOST} more")
