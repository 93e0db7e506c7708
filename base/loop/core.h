// Loop::Core: Asio's part of the loop. Included by this folder's .cc only: it
// is half a second of every compilation that sees it.
#ifndef TOCSIN_BASE_LOOP_CORE_H_
#define TOCSIN_BASE_LOOP_CORE_H_

#include <array>
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <utility>  // first: Asio of Boost 1.74 forgets it

#include "base/loop/loop.h"
#include "base/loop/resolver.h"

namespace base::loop {

struct Loop::Core {
  /// One thread runs it.
  boost::asio::io_context io{1};
  Resolver resolver;
  /// Where sockets are read to: who is called with bytes keeps what it needs,
  /// so one buffer does for thousands of them.
  std::array<std::uint8_t, 65536> incoming;
};

}  // namespace base::loop

#endif  // TOCSIN_BASE_LOOP_CORE_H_
