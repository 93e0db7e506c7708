// Compiled zone files, made by hand: both widths, rules behind the tables, and
// every way to be no such file.
#include <gtest/gtest.h>

#include <string>

#include "base/zone.h"

namespace base {
namespace {

/// A version 2 file with one change to +1 h at 100 s and rules thereafter.
std::string TinyZoneFile() {
  const auto u32 = [](std::uint32_t v) {
    return std::string{static_cast<char>(v >> 24), static_cast<char>(v >> 16),
                       static_cast<char>(v >> 8), static_cast<char>(v)};
  };
  const auto block = [&](bool wide) {
    std::string s = "TZif2" + std::string(15, '\0');
    for (const std::uint32_t n : {0, 0, 0, 1, 2, 4}) s += u32(n);
    if (wide) s += u32(0);
    s += u32(100) + '\1';
    s += u32(0) + std::string(2, '\0') + u32(3600) + std::string(2, '\0');
    return s + std::string("UTC\0", 4);
  };
  return block(false) + block(true) + "\n<+01>-1\n";
}

Bytes AsBytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

TEST(Zone, ReadsACompiledFile) {
  const std::string file = TinyZoneFile();
  const auto zone = ReadZoneFile(AsBytes(file));
  ASSERT_TRUE(zone);
  EXPECT_EQ(zone->OffsetAt(99), 0);
  EXPECT_EQ(zone->OffsetAt(100), 3600);
}

TEST(Zone, ATruncatedFileIsNone) {
  const std::string file = TinyZoneFile();
  const std::size_t whole = file.find("\n<+01>");
  for (std::size_t n = 0; n < whole; ++n) {
    EXPECT_FALSE(ReadZoneFile(AsBytes(file.substr(0, n)))) << n;
  }
}

TEST(Zone, TheRulesGoOnBehindTheLastChange) {
  std::string file = TinyZoneFile();
  file.resize(file.find("\n<+01>"));
  // From 1970 on, an hour more from 2 March, 00:00 local time.
  file += "\n<+01>-1<+02>,J61/0,J300\n";
  const auto zone = ReadZoneFile(AsBytes(file));
  ASSERT_TRUE(zone);
  EXPECT_EQ(zone->OffsetAt(99), 0) << "before the table ends, only the table";
  EXPECT_EQ(zone->OffsetAt(100), 3600);
  const std::int64_t second_of_march = 60 * 86'400 - 3600;
  EXPECT_EQ(zone->OffsetAt(second_of_march - 1), 3600);
  EXPECT_EQ(zone->OffsetAt(second_of_march), 7200);
}

TEST(Zone, AFileWithoutRulesEndsWithItsTable) {
  std::string file = TinyZoneFile();
  file.resize(file.find("\n<+01>"));
  const auto zone = ReadZoneFile(AsBytes(file));
  ASSERT_TRUE(zone);
  EXPECT_EQ(zone->changes(), (std::vector<Zone::Change>{{100, 3600}}));
  EXPECT_TRUE(ReadZoneFile(AsBytes(file + "\nno rules\n")));
}

TEST(Zone, AFileOfVersion1HasOneTable) {
  std::string file = TinyZoneFile();
  file[4] = '\0';
  const auto zone = ReadZoneFile(AsBytes(file));
  ASSERT_TRUE(zone);
  EXPECT_EQ(zone->OffsetAt(100), 3600);
}

TEST(Zone, OtherBytesAreNoFile) {
  EXPECT_FALSE(ReadZoneFile(AsBytes("")));
  const std::string file = TinyZoneFile();
  const std::size_t second = 44 + 4 + 1 + 12 + 4;
  ASSERT_EQ(file.substr(second, 5), "TZif2");
  const auto with = [&file](std::size_t at, char byte) {
    std::string changed = file;
    changed[at] = byte;
    return changed;
  };
  EXPECT_FALSE(ReadZoneFile(AsBytes(with(0, 't')))) << "no magic";
  EXPECT_FALSE(ReadZoneFile(AsBytes(with(second, 't'))));
  EXPECT_FALSE(ReadZoneFile(AsBytes(with(44 + 4, '\2')))) << "no such type";
  EXPECT_FALSE(ReadZoneFile(AsBytes(with(36, '\x7f')))) << "2^31 types";
  EXPECT_FALSE(ReadZoneFile(AsBytes(with(32, '\x7f')))) << "2^31 changes";
}

}  // namespace
}  // namespace base
