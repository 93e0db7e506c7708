// StoredGzip: gzip without a tool, of blocks that are stored as they are, so
// that their bytes can be written down and wounded.
#ifndef TOCSIN_TESTS_SUPPORT_STORED_GZIP_H_
#define TOCSIN_TESTS_SUPPORT_STORED_GZIP_H_

#include <cstdint>
#include <string>

namespace tests {

/// The longest block there can be. Units: bytes.
inline constexpr std::size_t kMostStored = 65535;

/// Without a name or time.
inline std::string GzipHeader() { return {"\x1f\x8b\x08\0\0\0\0\0\0\x03", 10}; }

inline std::string LittleEndian(std::uint32_t word, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) {
    text += static_cast<char>(word >> (8 * i) & 0xff);
  }
  return text;
}

/// REQUIRES: no more than kMostStored of `bytes`.
inline std::string StoredBlock(const std::string& bytes, bool last) {
  const auto size = static_cast<std::uint32_t>(bytes.size());
  return (last ? '\1' : '\0') + LittleEndian(size, 2) + LittleEndian(~size, 2) +
         bytes;
}

inline std::uint32_t GzipSum(const std::string& bytes) {
  std::uint32_t sum = ~std::uint32_t{0};
  for (const char byte : bytes) {
    sum ^= static_cast<std::uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) {
      sum = (sum & 1) != 0 ? sum >> 1 ^ 0xedb88320u : sum >> 1;
    }
  }
  return ~sum;
}

/// A whole file.
inline std::string StoredGzip(const std::string& bytes) {
  std::string text = GzipHeader();
  std::size_t at = 0;
  for (; bytes.size() - at > kMostStored; at += kMostStored) {
    text += StoredBlock(bytes.substr(at, kMostStored), false);
  }
  return text + StoredBlock(bytes.substr(at), true) +
         LittleEndian(GzipSum(bytes), 4) +
         LittleEndian(static_cast<std::uint32_t>(bytes.size()), 4);
}

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_STORED_GZIP_H_
