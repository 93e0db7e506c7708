// The grammar of one statement, without its terminator. Tokens are cut by
// grammar/scanner.cc, FETCH and QUANTITY are runs of them (grammar/phrase.cc);
// only grammar/antlr_parser.cc and grammar/tree_reader.cc read this. It is
// typed: truths, numbers, actions and rules are different rules, which is what
// makes `count_inst a > 5 > 1` mean `(count_inst (a > 5)) > 1`.
parser grammar Rules;

// The symbols of grammar/words.h, in the same order, and phrases.
tokens {
  IDENTIFIER, STRING, NUMBER, VARIABLE, UNIT, TRUTH,
  NUMBER_PREFIX, TRUTH_PREFIX, AGGREGATE, COUNT, QUANTIFIER, PERCENT,
  WHERE, BY, WITHIN, SEQUEL, PAIR, FILTER, FILTER_NAME, TEXT_TEST, IN,
  DOMAIN, EVENT_DOMAIN, MATCH, ACTION_PREFIX, ACTION, RULESET, ELSE, UNKNOWN,
  OTHERWISE, ARROW, ORDERING, EQUALITY, LOGICAL, JOIN, PLUS, MINUS, MULTIPLY,
  UNIT_SLASH, LEFT_PAREN, RIGHT_PAREN, COLON, HASH, AT, RANGE, CARET, ASSIGN,
  COMMA, HOLDS, STRAY,
  FETCH, QUANTITY
}

statement
  : (name=IDENTIFIER ASSIGN)? expression EOF
  | FILTER IDENTIFIER ASSIGN logical EOF
  ;

expression : rules | ruleset | logical | sum | action | STRING ;

// "rule" itself is a word of ANTLR's.
rules : logical ARROW action | LEFT_PAREN rules RIGHT_PAREN ;

ruleset
  : RULESET rules (ELSE rules)*
    (UNKNOWN ARROW unknown=action)? (OTHERWISE ARROW otherwise=action)?
  ;

// Both levels of & and | are one, and so are those of && and ||.
action : actionTerm (op+=JOIN actionTerm)* ;

actionTerm : LEFT_PAREN action RIGHT_PAREN | call ;

call : prefix=ACTION_PREFIX? ACTION holdoff=(NUMBER | QUANTITY)? STRING+ ;

logical : truth (op+=LOGICAL truth)* ;

truth
  : LEFT_PAREN logical RIGHT_PAREN             # truthGroup
  | TRUTH                                      # truthConstant
  | TRUTH_PREFIX truth                         # truthPrefix
  | QUANTIFIER DOMAIN truth                    # quantified
  | NUMBER PERCENT DOMAIN truth                # percentage
  | MATCH STRING truth                         # matched
  | QUANTIFIER EVENT_DOMAIN askedEvents        # quantifiedEvents
  | NUMBER PERCENT EVENT_DOMAIN askedEvents    # percentageOfEvents
  | FILTER_NAME                                # filterUse
  | parameter=IDENTIFIER TEXT_TEST STRING      # tested
  | parameter=IDENTIFIER IN LEFT_PAREN among (COMMA among)* RIGHT_PAREN # listed
  | left=sum ORDERING right=sum                # ordered
  | left=comparand EQUALITY right=comparand    # equated
  ;

comparand : sum | STRING ;

sum : product (op+=(PLUS | MINUS) product)* ;

product : factor (op+=MULTIPLY factor)* ;

factor
  : op=(MINUS | NUMBER_PREFIX) factor          # factorPrefix
  | AGGREGATE DOMAIN factor                    # aggregated
  | COUNT DOMAIN truth                         # counted
  | COUNT EVENT_DOMAIN askedEvents             # countedEvents
  | AGGREGATE EVENT_DOMAIN askedEvents         # aggregatedEvents
  | LEFT_PAREN sum RIGHT_PAREN                 # factorGroup
  | (NUMBER | QUANTITY)                        # constant
  | VARIABLE                                   # variable
  | (IDENTIFIER | FETCH)                       # fetched
  ;

among : STRING | MINUS? (NUMBER | QUANTITY) ;

duration : NUMBER | QUANTITY ;

by : BY IDENTIFIER (COMMA IDENTIFIER)* ;

// Aggregates alone are of a parameter.
askedEvents
  : window=duration? parameter=IDENTIFIER? by? LEFT_PAREN sequence RIGHT_PAREN
  ;

sequence
  : records (SEQUEL records WITHIN duration by?)?
  | PAIR records by?
  ;

// Those of an event metric; names in a condition are of their parameters.
records
  : metric=(IDENTIFIER | FETCH) (WHERE where=logical (HOLDS holds=logical)?)?
  ;
