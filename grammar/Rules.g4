// The grammar of one statement, without its terminator. Tokens are cut by
// grammar/scanner.cc, FETCH and QUANTITY are runs of them (grammar/phrase.cc);
// only grammar/antlr_parser.cc and grammar/tree_reader.cc read this. It is
// typed: truths, numbers, actions and rules are different rules, which is what
// makes `count_inst a > 5 > 1` mean `(count_inst (a > 5)) > 1`.
parser grammar Rules;

// The symbols of grammar/words.h, in the same order, and phrases.
tokens {
  IDENTIFIER, STRING, NUMBER, VARIABLE, UNIT, TRUTH,
  NUMBER_PREFIX, TRUTH_PREFIX, AGGREGATE, COUNT, QUANTIFIER, PERCENT, DOMAIN,
  MATCH, ACTION_PREFIX, ACTION, RULESET, ELSE, UNKNOWN, OTHERWISE, ARROW,
  ORDERING, EQUALITY, LOGICAL, JOIN, PLUS, MINUS, MULTIPLY, UNIT_SLASH,
  LEFT_PAREN, RIGHT_PAREN, COLON, HASH, AT, RANGE, CARET, ASSIGN, STRAY,
  FETCH, QUANTITY
}

statement : (name=IDENTIFIER ASSIGN)? expression EOF ;

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
  | LEFT_PAREN sum RIGHT_PAREN                 # factorGroup
  | (NUMBER | QUANTITY)                        # constant
  | VARIABLE                                   # variable
  | (IDENTIFIER | FETCH)                       # fetched
  ;
