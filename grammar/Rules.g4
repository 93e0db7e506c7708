// The grammar of one statement of the rule language, without its terminator.
// Words, macros and the cutting into statements are grammar/scanner.cc's; this
// is read only by grammar/parser.cc and grammar/tree_reader.cc. It is typed:
// truths, numbers, actions and rules are different rules, which is what makes
// `count_inst a > 5 > 1` mean `(count_inst (a > 5)) > 1`.
parser grammar Rules;

tokens {
  IDENTIFIER, STRING, NUMBER, VARIABLE, UNIT,
  TRUE, FALSE, RATE, INSTANT, RISING, FALLING,
  SHELL, ALARM, SYSLOG, PRINT, STOMP,
  MATCH, NOMATCH, RULESET, ELSE, UNKNOWN, OTHERWISE,
  SUM, AVG, MAX, MIN, COUNT, ALL, SOME, PERCENT, DOMAIN,
  ARROW, EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL,
  AND, OR, NOT, BOTH, EITHER,
  PLUS, MINUS, STAR, SLASH, UNIT_SLASH,
  LEFT_PAREN, RIGHT_PAREN, COLON, HASH, AT, RANGE, CARET, ASSIGN,
  STRAY
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
action : actionTerm (op+=(BOTH | EITHER) actionTerm)* ;

actionTerm : LEFT_PAREN action RIGHT_PAREN | call ;

call
  : kind=(PRINT | SHELL | ALARM | SYSLOG | STOMP) quantity? STRING+
  ;

logical : truth (op+=(AND | OR) truth)* ;

truth
  : LEFT_PAREN logical RIGHT_PAREN             # truthGroup
  | value=(TRUE | FALSE)                       # truthConstant
  | op=(NOT | RISING | FALLING) truth          # truthPrefix
  | op=(ALL | SOME) DOMAIN truth               # quantified
  | NUMBER PERCENT DOMAIN truth                # percentile
  | op=(MATCH | NOMATCH) STRING truth          # matched
  | left=sum op=(LESS | LESS_EQUAL | GREATER | GREATER_EQUAL) right=sum # ordered
  | left=comparand op=(EQUAL | NOT_EQUAL) right=comparand   # equated
  ;

comparand : sum | STRING ;

sum : product (op+=(PLUS | MINUS) product)* ;

product : factor (op+=(STAR | SLASH) factor)* ;

factor
  : op=(MINUS | RATE | INSTANT) factor         # factorPrefix
  | op=(SUM | AVG | MIN | MAX) DOMAIN factor   # aggregated
  | COUNT DOMAIN truth                         # counted
  | LEFT_PAREN sum RIGHT_PAREN                 # factorGroup
  | quantity                                   # constant
  | VARIABLE                                   # variable
  | fetch                                      # fetched
  ;

quantity : NUMBER unit* ;

unit : UNIT_SLASH? UNIT (CARET NUMBER)? ;

fetch
  : metric=IDENTIFIER (COLON host+=IDENTIFIER)* (HASH instance+=IDENTIFIER)*
    (AT first=NUMBER (RANGE last=NUMBER)?)?
  ;
