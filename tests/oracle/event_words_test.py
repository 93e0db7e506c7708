"""The words of event functions beside pmie: what means something here is a
mistake there, and what means something there means the same here."""
import pathlib
import re
import sys
import tempfile

import oracle

ARCHIVE = oracle.ARCHIVES / "eventrec"
RECORDS = "sample.event.records"
# Each is a rule or a value here.
OURS = (
    f"count_event ( {RECORDS} );",
    f"some_inst count_event ( {RECORDS} where param_u32 > 0 ) > 1 "
    "-> print \"x\";",
    f"count_event 5 min ( {RECORDS} where param_string =~ \"x\" );",
    f"sum_event param_u32 ( {RECORDS} where param_string !~ \"x\" );",
    f"max_event 5 min param_u32 ( {RECORDS} );",
    f"some_event ( {RECORDS} where type > 0 : param_u32 > 1 );",
    f"all_event ( {RECORDS} where type > 0 );",
    f"50%_event ( {RECORDS} where type > 0 );",
    f"count_event by inst, type ( {RECORDS} where type in (1, \"x\") );",
    f"count_event ( {RECORDS} where type > 0 then {RECORDS} within 5 sec );",
    f"count_event ( {RECORDS} without {RECORDS} within 5 sec by type );",
    f"max_event duration ( pair {RECORDS} by event.id );",
    f"count_event ( {RECORDS} where param_string contains \"x\" "
    "|| param_string starts \"y\" );",
    "filter known = type > 0;",
)
# Each means the same to both.
WORDS = ("where", "filter", "by", "in", "then", "without", "within", "pair",
         "contains", "starts", "count_event", "some_event", "sum_event")
THEIRS = tuple(f"{word} = sample.colour #red > 1;" for word in WORDS) + tuple(
    f"{word} = 5; x = sample.colour #red + ${word};" for word in WORDS)


def run(program, rules):
    """What is said of the rules, and the values."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "rules"
        file.write_text(rules)
        arguments = ["-Z", "UTC", "-v", "-t", "2", "-a", ARCHIVE, "-c", file]
        if program == "pmie":
            done = oracle.run(["pmie", *map(str, arguments)])
        else:
            done = oracle.ours(program, *arguments)
    values = [line for line in done.stdout.splitlines() if line]
    return done.stdout + done.stderr, values


def main():
    wrong = []
    for rules in OURS:
        said, _ = run("pmie", rules)
        if not re.search("syntax error|missing|expected", said):
            wrong.append(f"pmie takes {rules}\n{said}")
        said, _ = run("tocsin", rules + " sample.colour;")
        if re.search("error:|warning:", said):
            wrong.append(f"not taken: {rules}\n{said}")
    for rules in THEIRS:
        said, values = run("pmie", rules)
        own, own_values = run("tocsin", rules)
        if values != own_values or not values:
            wrong.append(f"{rules}\n{said}beside\n{own}")
    print(f"{len(OURS)} forms are ours, {len(THEIRS)} are pmie's")
    print(*wrong, sep="\n")
    sys.exit(bool(wrong))


main()
