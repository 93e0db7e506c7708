"""What docs/sets.md says of how often the templates ring is what they do over all
archives, and none that is on rings more than its budget."""
import sys

import oracle
import sets_catalogue
import sets_noise


def main():
    oracle.require()
    noise = sets_noise.Noise()
    wrong = [f"{one.name} rings more than its budget: {noise.row(one)}"
             for one in sets_catalogue.templates()
             if noise.is_above_budget(one)]
    page = sets_catalogue.PAGE.read_text()
    if sets_catalogue.part(page, "noise") != noise.table():
        wrong.append("docs/sets.md is old: python3 tests/oracle/sets_noise.py")
        wrong.append(noise.table())
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
