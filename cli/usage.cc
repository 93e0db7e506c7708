// The text of -?: every option of pmie's, grouped and laid out as there.
#include "cli/options.h"

namespace cli {
namespace {

constexpr char kOptions[] = R"(
General options:
  -A TIME, --align=TIME first evaluation at a multiple of TIME
  -a FILE, --archive=FILE
                        read metrics from archives instead of live hosts
  -h HOST, --host=HOST  read metrics from the pmcd on HOST
  -n FILE, --namespace=FILE
                        use the metric names in FILE
  -O TIME, --origin=TIME
                        first evaluation at this place in the time window
  -S TIME, --start=TIME begin the time window here
  -T TIME, --finish=TIME
                        end the time window here
  -t DELTA, --interval=DELTA
                        time between evaluations [default 10 seconds]
  -Z TZ, --timezone=TZ  report times in zone TZ
  -z, --hostzone        report times in the zone of the metrics' host
  -?, --help            print this and exit

Runtime options:
  -C, --check           check the rules and exit
  -c FILE, --config=FILE
                        read rules from FILE
  -d, --interact        take commands from standard input
  -P, --primary         run as the primary engine of this host, with a pid file
  -f, --foreground      stay in the foreground
  -F, --systemd         a daemon in its service manager's session
  -j FILE               the message broker that stomp tells is in FILE
  -l FILE, --logfile=FILE
                        write status and errors to FILE
  -m NOTE, --note=NOTE  what this process is to its keepers
  -U USER, --username=USER
                        run as USER when a daemon [default pcp]

Reporting options:
  -b, --buffer          write lines of stdout to stderr
  -e, --timestamp       times in reports of live sources, too
  -o FORMAT, --format=FORMAT
                        lines of actions over archives: %a %d %f %l %m %u %%
  -q, --quiet           no notices, only warnings and errors
  -v                    print the values of expressions
  -V, --verbose         print them with host and instance
  -W                    print those that make an expression true
  -X, --secret-applet   print values only, one line an evaluation
  -x, --secret-agent    feed the summary PMDA
)";

constexpr char kOwnOptions[] = R"(
      --act             perform actions over archives, too, with their times
      --extract=NAME=REGEX
                        named groups of REGEX, as (?P<status>[0-9]+), are
                        parameters of the lines of the log file NAME; of
                        several the first that matches
      --follow=NAME=PATH
                        the lines of the log file PATH, of this host, are the
                        records of logger.perfile.NAME.records
      --journal=DIR     the entries of the journal in DIR, instead of those of
                        this host's own, are systemd.journal.records
      --journal-resume  go on in the journal where the last run that had the
                        same --state has left off
      --host=@          this host's kernel, without any pmcd
      --host=mmv:PATH   memory-mapped values: a file, or a directory of them
      --min-level=LEVEL leave lines below LEVEL out of the log: info [default],
                        warning, error or critical; what is wrong with rules
                        and hosts at the start is told all the same
      --no-state        keep nothing over the end, whatever STATE_DIRECTORY says
      --state=DIR       keep notifications that are not delivered in DIR
                        [default $STATE_DIRECTORY, else nowhere]
      --store=METRIC=TEXT
                        store TEXT into METRIC of each pmcd that has it, at
                        each connection: some agents give event records only so
      --receivers=FILE  whom webhooks tell by their names: a file, or a
                        directory of them [default /etc/tocsin/receivers.yaml
                        and receivers.d]
      --sets=PATH       the rules are a template, or those in a directory
                        [default, live, where nothing is said and standard input
                        is a terminal: /usr/share/tocsin/sets]
      --site=FILE       what is set of templates [default
                        /etc/tocsin/site.yaml]
      --threads=N       read archives with N threads [default: one a core]
      --version         print which version this is and exit
)";

}  // namespace

std::string VersionText() { return "tocsin " TOCSIN_VERSION "\n"; }

std::string UsageText(const std::string& program) {
  std::string text = "Usage: " + program + " [options] [filename ...]\n";
  if (program != "pmie") {
    text += "       " + program + " eval [options] EXPRESSION\n       " +
            program + " check [options] FILE...\n       " + program +
            " list [options] [NAME...]\n       " + program +
            " events [options] METRIC [where CONDITION]\n       " + program +
            " notify [options] RECEIVER\n       " + program +
            " outbox [options] list|show|retry|drop [ID...]\n       " +
            program + " serve [options]\n       " + program +
            " conf [options] [COMMAND [ARGUMENT...]]\n";
  }
  text += kOptions;
  if (program != "pmie") text += kOwnOptions;
  return text;
}

}  // namespace cli
