// QuoteForShell: a shell text in which values from monitored systems are
// nothing but words. Who runs it is shell.h.
#ifndef TOCSIN_ACTIONS_SHELL_QUOTE_H_
#define TOCSIN_ACTIONS_SHELL_QUOTE_H_

#include <string>

#include "engine/alarm/expansion.h"

namespace actions {

/// The text of `message`, each value of it quoted for the place where it
/// stands, such that to the shell (sh, dash, bash) it is the value, letter
/// for letter: outside of quotes as one word, 'like this', unless it holds
/// only letters, digits and _ . / : , @ + - (and is no reserved word, and no
/// number before < or >); within single and double quotes as part of them.
///
/// Where it cannot be known how the shell reads a value, all but those
/// harmless characters become _: after a backslash or a $; within or after
/// backquotes, $(...) and ${...}, unless they are so simple that their end is
/// certain, and no value is in them; within comments; after << and in all
/// that this does not know. A byte of zero becomes _ everywhere.
///
/// What is no value stays as it is. Not for a shell within the shell: in
/// `ssh web "ls '%i'"` and `eval`, what is quoted once is read twice.
std::string QuoteForShell(const engine::alarm::Expansion& message);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_SHELL_QUOTE_H_
