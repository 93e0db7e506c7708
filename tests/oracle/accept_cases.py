"""The statements of accept_test.py: right ones to mutate, the words to put in,
ones to compare as they stand, and what we decide otherwise."""

# Before every statement; of the archive 20180102 are all metrics.
MACROS = ('num = 5 min; yes = true; text = "abc"; metric = "hinv.ncpu"; '
          'more = "> 1 &&";\n')

STATEMENTS = [
    'hinv.ncpu',
    'hinv.ncpu > 1',
    'name = hinv.ncpu + 2 * kernel.all.nprocs / 3',
    "kernel.all.load #'1 minute' #'5 minute' @0..3",
    "kernel.all.load :bozo #'1 minute' > hinv.ncpu * 0.5",
    'some_inst ( kernel.all.load > 1 && hinv.ncpu < 5 )',
    '! hinv.ncpu > 1 || hinv.ncpu != 3 && kernel.all.nprocs <= 7',
    'rising hinv.ncpu > 1 && falling ( kernel.all.nprocs == 4 )',
    'all_sample hinv.ncpu @1..4 >= 10',
    '75 %_inst kernel.all.load > 2 -> print "a" "b"',
    'match_inst "minute" kernel.all.load > 1',
    'nomatch_inst "1" ( kernel.all.load > 1 || hinv.ncpu > 3 )',
    'count_inst kernel.all.load > 1 > 2',
    'count_inst ( kernel.all.load > 1 ) + 3 == 4',
    'sum_inst kernel.all.load * 2 + 1 > avg_sample hinv.ncpu @0..3',
    'max_host hinv.ncpu - min_inst kernel.all.load',
    'rate kernel.all.pswitch > 10 count / sec',
    'instant kernel.all.pswitch / - 3 Kbyte ^ 2 / hour',
    'pmcd.version == "4.0.0" || "x" != pmcd.version',
    'hinv.ncpu > 1 -> print "a" & shell 5 min "b" | syslog "c"',
    'hinv.ncpu > 1 -> ( alarm 3 "a" "b" | stomp "c" ) & print "d"',
    '( hinv.ncpu > 1 -> print "a" )',
    'ruleset hinv.ncpu > 7 -> print "a" else hinv.ncpu > 3 -> shell "b" '
    'unknown -> print "c" otherwise -> print "d" & print "e"',
    'print "hello" & shell 10 "x"',
    'const = 3 * 4 sec',
    'const = "text"',
    'const = true && ! false',
    '$num + hinv.ncpu > $minute * 2',
    '$metric > 1',
    'hinv.ncpu $more hinv.ncpu < 9',
    'print "$text" "x"',
    '( ( hinv.ncpu + 1 ) * ( 2 - kernel.all.nprocs ) > 1 ) && true',
    'some_host all_inst hinv.ncpu > 5 -> syslog "-p daemon.info" "-t tag" "x"',
]

WORDS = """hinv.ncpu kernel.all.load foo 1 2.5 75 "x" "" ( ) + - * / && || ! &
| -> > < >= <= == != = : # @ .. ^ %_inst %_host sum_inst avg_host max_sample
min_inst count_inst count_sample some_inst all_host some_sample rate instant
rising falling match_inst nomatch_inst ruleset else unknown otherwise print
shell alarm syslog stomp true false sec Kbyte hours count 'quoted' $num $yes
$text $metric $more $minute , ? _ [ ] { ~""".split()

# Compared as they stand, layout included.
EXACT = [
    'hinv.ncpu foo\n\n\n;', 'hinv.ncpu > 1 5\n\n\n;', 'hinv.ncpu > ;',
    'hinv.ncpu >', 'hinv.ncpu > >', 'hinv.ncpu > ;\n\n\n /* x\n*/',
    'hinv.ncpu > /* x\n\n\n*/ ;', 'hinv.ncpu > 5 /* x\n */ /sec\n;',
    'hinv.ncpu / /* x\n */\n\n "x"\n;', 'hinv.ncpu > 2\n - > 1;',
    'hinv.ncpu > "a\nb";', 'hinv.ncpu +\n"x"\n;', 'hinv.ncpu + \n_;',
    '// comment\nhinv.ncpu > // comment\n 1;', 'hinv.ncpu /* open',
    'print "open', "hinv.ncpu :'open", 'hinv.ncpu # re\\d;',
    'tru\\e;', 'hinv.ncpu @1..0;', 'hinv.ncpu @1.7;', 'hinv.ncpu @-1;',
    '1e+2;', 'hinv.ncpu+1e+2;', '5everything;', '0x10;', '1..2;', '.5 + .5e1;',
    '5. + hinv.ncpu;', 'hinv.ncpu > 1 KB;', 'hinv.ncpu + 1 foo;',
    'a = ;', '= 5;', 'hinv.ncpu = 5;', 'minute = 5;', "'minute' = 5;",
    '_x = 5;', '%x = 5;', "'a b' = hinv.ncpu;", '75 %_foo hinv.ncpu > 1;',
    '75 % _inst hinv.ncpu > 1;', 'some_foo > 1;', 'hinv.ncpu # 5;',
    'hinv.ncpu > = 1;', 'hinv.ncpu\xa0> 1;', 'print "\xff\xfe";',
    "hinv.ncpu :'\xff';", '$nope > 1;', 'hinv.ncpu > $nope;',
    'hinv.ncpu$nope;', 'hinv.ncpu > 1 -> print "x" "$nope";',
    'hinv.ncpu > 1 -> print "$nope";', 'hinv.ncpu > 1 -> print "$5";',
    'hinv.ncpu > 1 -> print "$num";', 'hinv.ncpu$num;', '$5;', 'print "$ x";',
    'print "$yes";', 'print "$minute";', '${num};', "$'num' + 1;",
    "$'no such' + 1;", 'hinv.ncpu + $yes;', '$yes && true;', 'rising $yes;',
    '$text;', '$metric.x;', 'hinv.$text;', 'hinv.ncpu > 1 -> print $num "x";',
    '10 Kbyte / 2;', '10 Kbyte /sec;', 'hinv.ncpu/sec;', '(1) Kbyte;',
    '$num sec;', '10 Kbyte ^ sec;', '10 Kbyte ^ ;', '10 Kbyte^2.5;',
    'count_inst kernel.all.load > 0 && hinv.ncpu > 0;',
    'sum_inst hinv.ncpu > 1 > 2;', 'ruleset;', 'ruleset print "x";',
    'unknown -> print "x";', 'else hinv.ncpu > 1;', 'syslog "-p" ;',
    'syslog "-p user.bogus" "m";', 'syslog "-p nosuch.err" "m";',
    'syslog "-t" ;', 'syslog "-p err extra" "-t tag more" "m";',
    'syslog "-perr" "-ttag" "m";', 'syslog "-t  " "x" "y";',
    '"a" == "b";', '"a" == 5;', '5 == "a";', '"a" > "b";', '"a";', '"a" "b";',
    '; ; ;', '', '}', 'hinv.ncpu }',
    # Behind a macro that is none pmie goes on at the next terminator.
    'x = $nope', "x = $'no such'", 'x = "a$nope"', '$nope', 'x = $nope //\n\n',
    'x = 1 + $nope\n+ 2;', 'x = 1 + $nope;\n\n', 'x = $nope $none\n;',
    "x = 1 + $'n m'\n;", 'print "$num"\n\n;', 'hinv.ncpu + b$num c\n\n;',
    # Names that macros cannot have.
    "x = $'5';", "x = $'';", "x = $'\\n';", "x = $' n';", "x = $'no\\'such';",
    "hinv.ncpu + $'nu\\m';", f'x = ${"f" * 253} ;', f'x = ${"f" * 254} ;',
    f"x = $'{'f' * 253}';", f"x = $'{'f' * 254}';", f'x = "${"f" * 300}\n";',
    f"x = $'{'f' * 300}\n\n';", f"x = $'{'f' * 300}",
]


def decided_otherwise(text, lines):
    """Whether design decides against pmie here. `lines` are pmie's."""
    del text
    # A rejected statement's syslog options are not warned of as well.
    return any("in syslog action" in line for line in lines) and any(
        "syntax error" in line for line in lines)
