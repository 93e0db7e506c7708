// WriteNow: write(2) that does not wait for a reader, whatever the descriptor
// is. What is done with the rest is output.h's.
#ifndef TOCSIN_CLI_WRITE_NOW_H_
#define TOCSIN_CLI_WRITE_NOW_H_

#include <sys/types.h>

#include <string_view>

namespace cli {

/// As write(2), with errno EAGAIN where it would have to wait. The descriptor
/// stays as it is: others have it, too, and may count on that it waits.
ssize_t WriteNow(int descriptor, std::string_view text);

}  // namespace cli

#endif  // TOCSIN_CLI_WRITE_NOW_H_
