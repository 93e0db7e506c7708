// Hexadecimal text to bytes.
#include "tests/support/pmcd_recording.h"

#include <cstdlib>
#include <string>

#include "base/byte_reader.h"
#include "base/check.h"

namespace tests {

pmapi::pmcd::Message FromHex(std::string_view hex) {
  std::string digits;
  for (const char c : hex) {
    if (c != ' ') digits += c;
  }
  CHECK(digits.size() % 2 == 0);
  pmapi::pmcd::Message bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(
        std::strtoul(digits.substr(i, 2).c_str(), nullptr, 16)));
  }
  return bytes;
}

pmapi::pmcd::Pdu PduOf(const pmapi::pmcd::Message& bytes) {
  CHECK(bytes.size() >= pmapi::pmcd::kHeaderSize);
  const std::uint32_t type = base::LoadBig32(bytes.data() + 4);
  return {static_cast<pmapi::pmcd::PduType>(type), bytes};
}

}  // namespace tests
