// Wounds of every kind at every byte of a small archive: nothing crashes or
// hangs or eats memory; what stands before the wound is read as it was; and
// what is wrong is said with file and byte.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/byte_reader.h"
#include "pmapi/archive/format.h"
#include "tests/support/archive_reading.h"
#include "tests/support/archive_specimen.h"
#include "tests/support/archive_surgery.h"

// Under ASan, an allocation that damage made too large ends the program.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "max_allocation_size_mb=16";
}

namespace {

using pmapi::ArchiveVersion;
using testing::HasSubstr;
using tests::ArchiveImage;
using tests::FileBytes;
using tests::Reading;
using tests::ReadWhole;

class DamagedArchives : public testing::TestWithParam<ArchiveVersion> {
 protected:
  DamagedArchives()
      : image_(tests::SpecimenArchive(GetParam())), whole_(ReadWhole(image_)) {}

  std::size_t label() const { return pmapi::LabelSize(GetParam()); }

  /// The number of records before byte `offset` of volume `part`.
  std::size_t RecordsBefore(const std::string& part, std::size_t offset) {
    std::size_t count = 0;
    for (const std::string& volume : {std::string("0"), std::string("1")}) {
      std::size_t at = label();
      const FileBytes& bytes = image_.files.at(volume);
      while (at < bytes.size()) {
        at += base::LoadBig32(bytes.data() + at);
        if (volume == part && at > offset) return count;
        ++count;
      }
      if (volume == part) return count;
    }
    return count;
  }

  /// The first `count` records are as in the whole archive.
  void ExpectPrefix(const Reading& reading, std::size_t count) {
    ASSERT_GE(reading.records.size(), count);
    EXPECT_TRUE(std::equal(whole_.records.begin(),
                           whole_.records.begin() + static_cast<long>(count),
                           reading.records.begin()));
  }

  ArchiveImage image_;
  Reading whole_;
};

TEST_P(DamagedArchives, TheSpecimenIsWhole) {
  EXPECT_FALSE(whole_.error) << whole_.error->message;
  EXPECT_EQ(whole_.records.size(), 5u);
}

TEST_P(DamagedArchives, CutVolumesEndEarlierOrSayWhere) {
  for (const std::string part : {"0", "1"}) {
    const FileBytes& bytes = image_.files.at(part);
    for (std::size_t size = label() + 1; size < bytes.size(); ++size) {
      SCOPED_TRACE(part + " cut to " + std::to_string(size));
      const Reading reading =
          ReadWhole(With(image_, part, tests::Truncate(bytes, size)));
      // Volume 0 without a record leaves nothing before the wound.
      ASSERT_TRUE(reading.opened) << reading.error->message;
      ExpectPrefix(reading, RecordsBefore(part, size));
      if (reading.error) {
        EXPECT_THAT(reading.error->message,
                    HasSubstr("memory0." + part + ": byte "));
        EXPECT_EQ(reading.records.size(), RecordsBefore(part, size));
      }
    }
  }
}

TEST_P(DamagedArchives, CutMetadataIsSaid) {
  const FileBytes& bytes = image_.files.at("meta");
  std::size_t refused = 0;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    SCOPED_TRACE("cut to " + std::to_string(size));
    const Reading reading =
        ReadWhole(With(image_, "meta", tests::Truncate(bytes, size)));
    if (reading.opened) {
      ExpectPrefix(reading, whole_.records.size());
    } else {
      EXPECT_THAT(reading.error->message, HasSubstr("memory0.meta"));
      ++refused;
    }
  }
  // Only a cut between two records, or a little after, cannot be noticed.
  EXPECT_GT(refused, bytes.size() * 8 / 10);
}

TEST_P(DamagedArchives, ACutIndexIsSaidOrDoesNotMatter) {
  const FileBytes& bytes = image_.files.at("index");
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    SCOPED_TRACE("cut to " + std::to_string(size));
    const Reading reading =
        ReadWhole(With(image_, "index", tests::Truncate(bytes, size)));
    EXPECT_EQ(reading.opened, size > label());
    if (reading.opened) ExpectPrefix(reading, whole_.records.size());
  }
}

TEST_P(DamagedArchives, FlippedBytesOfVolumesSpareWhatIsBefore) {
  for (const std::string part : {"0", "1"}) {
    const FileBytes& bytes = image_.files.at(part);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (const int mask : {0x01, 0x10, 0x80, 0xff}) {
        SCOPED_TRACE(part + " at " + std::to_string(at));
        const Reading reading = ReadWhole(
            With(image_, part,
                 tests::Flip(bytes, at, static_cast<std::uint8_t>(mask))));
        if (at < label()) continue;
        ASSERT_TRUE(reading.opened) << reading.error->message;
        ExpectPrefix(reading, RecordsBefore(part, at));
        if (reading.error) {
          EXPECT_THAT(reading.error->message,
                      HasSubstr("memory0." + part + ": byte "));
        } else {
          EXPECT_EQ(reading.records.size(), whole_.records.size());
        }
      }
    }
  }
}

TEST_P(DamagedArchives, FlippedBytesOfOtherFilesAreSaidOrHarmless) {
  for (const std::string part : {"meta", "index"}) {
    const FileBytes& bytes = image_.files.at(part);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (const int mask : {0x01, 0x10, 0x80, 0xff}) {
        SCOPED_TRACE(part + " at " + std::to_string(at));
        const Reading reading = ReadWhole(
            With(image_, part,
                 tests::Flip(bytes, at, static_cast<std::uint8_t>(mask))));
        if (reading.opened) {
          ExpectPrefix(reading, whole_.records.size());
        } else {
          EXPECT_FALSE(reading.error->message.empty());
        }
      }
    }
  }
}

TEST_P(DamagedArchives, LostBytesAndForeignOnesAreNoticed) {
  for (const std::string part : {"0", "1"}) {
    const FileBytes& bytes = image_.files.at(part);
    for (std::size_t at = label(); at + 8 < bytes.size(); ++at) {
      SCOPED_TRACE(part + " at " + std::to_string(at));
      const Reading reading =
          ReadWhole(With(image_, part, tests::Cut(bytes, at, at + 4)));
      ASSERT_TRUE(reading.opened);
      ExpectPrefix(reading, RecordsBefore(part, at));
      EXPECT_TRUE(reading.error) << "4 bytes are missing";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, DamagedArchives,
                         testing::Values(ArchiveVersion::k2,
                                         ArchiveVersion::k3));

}  // namespace
