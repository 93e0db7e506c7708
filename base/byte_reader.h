// ByteReader: a bounds-checked cursor over big-endian bytes of foreign origin.
// It never reads outside its span: after the first short read `ok()` is false
// for good and every further read gives zero, so a decoder checks once, at
// the end of a record. Hot loops that have checked their bounds use Load*.
#ifndef TOCSIN_BASE_BYTE_READER_H_
#define TOCSIN_BASE_BYTE_READER_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace base {

using Bytes = std::span<const std::uint8_t>;

/// The big-endian word at `p`. REQUIRES: 4 readable bytes.
inline std::uint32_t LoadBig32(const std::uint8_t* p) {
  std::uint32_t word;
  std::memcpy(&word, p, sizeof word);
  return __builtin_bswap32(word);
}

/// The big-endian double word at `p`. REQUIRES: 8 readable bytes.
inline std::uint64_t LoadBig64(const std::uint8_t* p) {
  std::uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return __builtin_bswap64(word);
}

static_assert(std::endian::native == std::endian::little,
              "LoadBig* swap unconditionally");

/// Lifetime: views the bytes, does not own them.
class ByteReader {
 public:
  explicit ByteReader(Bytes bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  std::size_t position() const { return position_; }
  std::size_t remaining() const { return bytes_.size() - position_; }

  std::uint8_t U8() {
    const std::uint8_t* p = Take(1);
    return p ? *p : 0;
  }
  std::uint16_t U16() {
    const std::uint8_t* p = Take(2);
    return p ? static_cast<std::uint16_t>(p[0] << 8 | p[1]) : 0;
  }
  std::uint32_t U32() {
    const std::uint8_t* p = Take(4);
    return p ? LoadBig32(p) : 0;
  }
  std::uint64_t U64() {
    const std::uint8_t* p = Take(8);
    return p ? LoadBig64(p) : 0;
  }
  std::int32_t I32() { return static_cast<std::int32_t>(U32()); }
  std::int64_t I64() { return static_cast<std::int64_t>(U64()); }

  /// The next `n` bytes, empty if there are fewer.
  Bytes TakeBytes(std::uint64_t n) {
    const std::uint8_t* p = Take(n);
    return p ? Bytes(p, static_cast<std::size_t>(n)) : Bytes();
  }
  std::string_view TakeText(std::uint64_t n) {
    const Bytes b = TakeBytes(n);
    return {reinterpret_cast<const char*>(b.data()), b.size()};
  }
  void Skip(std::uint64_t n) { Take(n); }

 private:
  const std::uint8_t* Take(std::uint64_t n) {
    if (!ok_ || n > remaining()) {
      ok_ = false;
      return nullptr;
    }
    const std::uint8_t* p = bytes_.data() + position_;
    position_ += static_cast<std::size_t>(n);
    return p;
  }

  Bytes bytes_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

}  // namespace base

#endif  // TOCSIN_BASE_BYTE_READER_H_
