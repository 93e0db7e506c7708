// Warm: asks for what is about to be read, all of it before any of it. What has
// left the cache between two live ticks comes a line at a time else, and each
// is waited for.
#ifndef TOCSIN_BASE_WARM_H_
#define TOCSIN_BASE_WARM_H_

#include <cstddef>
#include <vector>

namespace base {

/// Asks for the lines of cache that `size` bytes from `from` on lie in. Of much
/// only the beginning: the processor foresees the rest.
inline void Warm(const void* from, std::size_t size) {
  constexpr std::size_t kLine = 64;
  constexpr std::size_t kMost = 256 * kLine;
  const char* at = static_cast<const char*>(from);
  if (size == 0) return;
  if (size > kMost) size = kMost;
  for (std::size_t i = 0; i < size; i += kLine) __builtin_prefetch(at + i);
  __builtin_prefetch(at + size - 1);
}

template <typename T>
void Warm(const std::vector<T>& all) {
  Warm(all.data(), all.size() * sizeof(T));
}

}  // namespace base

#endif  // TOCSIN_BASE_WARM_H_
