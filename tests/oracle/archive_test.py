"""Every archive of the oracle, read by us and by pmdumplog: label, metrics,
instances over time, records with their sets, instances and integers. Of the
damaged archives: which can be opened, and how far they can be read."""
import calendar
import concurrent.futures
import os
import re
import sys
import tempfile

import oracle

# Of each archive this many records are compared; 0 is all (minutes, gigabytes).
RECORDS = int(os.environ.get("TOCSIN_ARCHIVE_RECORDS", "60"))
BAD = oracle.ARCHIVES.parent / "badarchives"
# Where pmdumplog gives less than we do: it positions itself by the index or
# by the label's start, we read the file. What it does not reach is not judged.
POSITIONED = {"badlog-3", "badlog-4", "badti-4"}

MONTHS = {m: i for i, m in enumerate(
    "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)}
TYPES = {"Not Supported": "NO_SUPPORT", "32-bit int": "32",
         "32-bit unsigned int": "U32", "64-bit int": "64",
         "64-bit unsigned int": "U64", "float": "FLOAT", "double": "DOUBLE",
         "string": "STRING", "aggregate": "AGGREGATE",
         "static aggregate": "AGGREGATE_STATIC",
         "event record array": "EVENT",
         "highres event record array": "HIGHRES_EVENT"}
SEMANTICS = {"counter": "1", "instant": "3", "discrete": "4"}
DATE = r"\w{3} (\w{3}) ([ \d]\d) (\d\d):(\d\d):(\d\d)\.(\d+) (\d{4})"
STAMP = re.compile(r"\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d\.(\d+) \d+ "
                   r"\([-\d.]+\) (\d+)(?: +(\d+) (?:metrics?|instances)| +<mark>)$")
SET = re.compile(r"    (\d+\.\d+\.\d+) \((.*?)\): ?(.*)$")
INSTANCE = re.compile(r"inst \[(-?\d+) or .*\] value (.*)$", re.S)


def run(*arguments):
    return oracle.run(["pmdumplog", "-Z", "UTC", *arguments])


def lines(*arguments):
    """Lines end in newlines only, whatever else the texts hold."""
    return run(*arguments).stdout.split("\n")


def stamp(seconds, fraction):
    return f"{seconds}.{fraction.ljust(9, '0')}"


def date(text):
    month, day, hour, minute, second, fraction, year = re.search(
        DATE, text).groups()
    seconds = calendar.timegm((int(year), MONTHS[month], int(day), int(hour),
                               int(minute), int(second)))
    return stamp(seconds, fraction)


def their_label(archive):
    text = run("-L", archive).stdout
    find = lambda pattern: re.search(pattern, text).group(1)
    return ["label", find(r"Format Version (\d)"), find(r"from host (.*)"),
            find(r"Archive timezone: (.*)"), date(find(r"commencing (.*)")),
            date(find(r"ending +(.*)"))]


def their_metrics(archive):
    """Lines of ours, unordered: one for each name."""
    metrics = []
    pmid = names = kind = indom = None
    for line in lines("-d", archive):
        if match := re.match(r"PMID: (\S+) \((.*)\)$", line):
            pmid, names = match.group(1), match.group(2).split(" or ")
        elif match := re.match(r"    Data Type: (.*?)(?:  InDom: (\S+) .*)?$",
                               line):
            kind, indom = TYPES[match.group(1)], match.group(2)
            if kind == "NO_SUPPORT":
                # Of these nothing else is shown.
                metrics += [["desc", name, pmid, kind] for name in names]
        elif match := re.match(r"    Semantics: (\w+)  Units: (.*)$", line):
            units = "" if match.group(2) == "none" else match.group(2)
            for name in names:
                metrics.append(["desc", name, pmid, kind, indom,
                                SEMANTICS[match.group(1)], units])
    return metrics


def their_instances(archive):
    """By domain: [time, [(id, name)]] of each record, expanded, in order."""
    indoms, members = {}, None
    for line in lines("-i", "-xxx", archive):
        if match := re.match(r"InDom: (\S+)$", line):
            records = indoms.setdefault(match.group(1), [])
        elif match := STAMP.match(line):
            members = []
            records.append((stamp(match.group(2), match.group(1)), members))
        elif match := re.match(r'   (\d+) or "(.*)$', line):
            members.append(match.groups())
        elif members:
            # A name with a newline in it, or what follows the last one.
            members[-1] = (members[-1][0], members[-1][1] + "\n" + line)
    return indoms


def escaped(name):
    """As archive_dump shows a name; `name` ends with pmdumplog's quote."""
    name = name.rstrip("\n").removesuffix('"')
    return name.replace("\n", "\\n").replace("\t", "\\t")


def union(records):
    """[id, name, birth, death] from the newest record to the oldest."""
    seen = {}
    later = "-"
    for time, members in reversed(sorted(records, key=lambda r: float(r[0]))):
        for instance, name in members:
            if instance not in seen:
                seen[instance] = [instance, escaped(name), time, later]
            seen[instance][2] = time
        later = time
    return sorted(seen.values())


def their_records(archive, until):
    """[time, size, [[pmid, count, {instance: text}]]] of each record."""
    records, size, current, pending = [], None, None, ""
    for line in lines("-m", "-s", "-xxx", *(["-T", until] if until else []),
                      archive):
        if match := re.match(r"\[(\d+) bytes\]$", line):
            size = match.group(1)
        elif match := STAMP.match(line):
            records.append([stamp(match.group(2), match.group(1)), size,
                            match.group(3) or "0", []])
        elif match := SET.match(line):
            current = {}
            records[-1][3].append([match.group(1), current])
            pending = ""
            if single := INSTANCE.match(match.group(3)):
                current[single.group(1)] = single.group(2)
            elif match.group(3).startswith("value "):
                current["-1"] = match.group(3)[len("value "):]
        elif line.startswith("        inst [") or pending:
            # An instance's name may have newlines in it.
            pending += "\n" * bool(pending) + line
            if match := INSTANCE.match(pending.strip()):
                current[match.group(1)] = match.group(2)
                pending = ""
    return records


class Ours:
    """What archive_dump says."""

    def __init__(self, archive, records=0):
        self.label = self.error = None
        self.metrics, self.records, self.indoms = [], [], {}
        limit = [str(records)] if records else []
        done = oracle.ours("oracle/archive_dump", archive, *limit)
        self.status = done.returncode
        for line in done.stdout.split("\n"):
            fields = line.split("\t")
            if fields[0] == "label":
                self.label = fields
            elif fields[0] == "error":
                self.error = fields[1]
            elif fields[0] == "desc":
                self.metrics.append(fields)
            elif fields[0] == "indom":
                instances = self.indoms.setdefault(fields[1], [])
            elif fields[0] == "instance":
                instances.append(fields[1:])
            elif fields[0] == "record":
                self.records.append([fields[1], fields[3], fields[2], []])
            elif fields[0] == "set":
                values = dict(f.partition("=")[::2] for f in fields[3:])
                self.records[-1][3].append([fields[1], values])


def compare_label(ours, archive):
    theirs = their_label(archive)
    if ours.label != theirs:
        yield f"label {ours.label}, theirs {theirs}"


def compare_metrics(ours, archive):
    theirs = sorted(their_metrics(archive))
    mine = sorted(m[:4] if m[3] == "NO_SUPPORT" else m for m in ours.metrics)
    for metric, other in zip(mine, theirs):
        if metric != other:
            yield f"metric {metric}, theirs {other}"
            return
    if len(mine) != len(theirs):
        yield f"{len(mine)} metrics, theirs {len(theirs)}"


def compare_instances(ours, archive):
    theirs = their_instances(archive)
    if set(theirs) != set(ours.indoms):
        yield f"domains {sorted(ours.indoms)}, theirs {sorted(theirs)}"
    for indom, records in theirs.items():
        if sorted(ours.indoms.get(indom, [])) != union(records):
            yield f"instances of {indom} differ"


def same_set(mine, theirs, types):
    """Events are told in prose: of them only the metric is compared."""
    kind = types.get(mine[0])
    if mine[0] != theirs[0] or kind in ("EVENT", "HIGHRES_EVENT"):
        return mine[0] == theirs[0]
    if set(mine[1]) != set(theirs[1]) and not (
            set(theirs[1]) == {"-1"} and len(mine[1]) == 1):
        return False
    if kind not in ("32", "U32"):
        return True
    return sorted(int(v) for v in mine[1].values()) == sorted(
        int(v) % 2**32 for v in theirs[1].values())


def merged(sets):
    """One set a metric: an event array is told once for each instance."""
    result = []
    for one in sets:
        if not result or result[-1][0] != one[0]:
            result.append(one)
    return result


def compare_records(ours, archive):
    types = {m[2]: m[3] for m in ours.metrics}
    until = f"@{utc(ours.records[-1][0])}" if RECORDS else None
    theirs = their_records(archive, until)
    mine = ours.records
    if [r[:3] for r in mine] != [r[:3] for r in theirs][:len(mine)] or (
            not RECORDS and len(mine) != len(theirs)):
        yield (f"{len(mine)} records, theirs {len(theirs)}, or other times, "
               "sizes or counts")
        return
    for record, other in zip(mine, theirs):
        if len(merged(record[3])) != len(merged(other[3])) or not all(
                same_set(a, b, types)
                for a, b in zip(merged(record[3]), merged(other[3]))):
            yield f"values at {record[0]} differ"
            return


def utc(stamp_text):
    """A time that pmdumplog's -T understands, after the one given."""
    seconds = int(stamp_text.split(".")[0]) + 1
    year, month, day, hour, minute, second = __import__("time").gmtime(
        seconds)[:6]
    name = [m for m, i in MONTHS.items() if i == month][0]
    return f"{name} {day} {hour:02}:{minute:02}:{second:02} {year}"


def good(archive):
    """All differences of one archive that is as it should be."""
    ours = Ours(archive, RECORDS)
    if ours.error:
        theirs = run(archive).stderr.strip().rpartition(": ")[2]
        return [] if theirs == ours.error else [
            f"{archive}: {ours.error}, theirs {theirs}"]
    return [f"{archive}: {difference}" for compare in (
        compare_label, compare_metrics, compare_instances, compare_records)
        for difference in compare(ours, archive)]


def bad(archive):
    """The same error on opening, else as many records before the damage."""
    ours = Ours(archive)
    theirs = run(archive)
    records = [l for l in theirs.stdout.split("\n")
               if re.match(r"[\d:.]+ +(?:\d+ metrics?|<mark>)$", l)]
    opened = "Cannot open archive" not in theirs.stderr
    if opened and ours.label is None and "Cannot locate end" in theirs.stderr:
        return []
    if not opened or ours.label is None:
        words = theirs.stderr.strip().rpartition(": ")[2]
        return [] if words == ours.error else [
            f"{archive}: {ours.error}, theirs {words}"]
    if archive.name in POSITIONED and len(ours.records) >= len(records):
        return []
    return [] if len(ours.records) == len(records) else [
        f"{archive}: {len(ours.records)} records, theirs {len(records)}"]


def bases(folder):
    return sorted({m.parent / re.sub(r"\.meta(\.\w+)?$", "", m.name)
                   for m in folder.rglob("*.meta*")})


def main():
    oracle.require()
    with tempfile.TemporaryDirectory() as scratch, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        os.environ["PCP_TMPFILE_DIR"] = scratch  # where it decompresses
        found = [list(pool.map(judge, bases(folder)))
                 for judge, folder in ((good, oracle.ARCHIVES), (bad, BAD))]
    differences = sum(found[0] + found[1], [])
    for difference in differences:
        print(difference)
    print(f"{len(found[0])} archives, {len(found[1])} damaged ones, "
          f"{len(differences)} differences")
    return 1 if differences or not found[0] or not found[1] else 0


if __name__ == "__main__":
    sys.exit(main())
