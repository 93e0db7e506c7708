// Metadata records byte by byte: how they are framed, what each type has to
// hold, and every limit.
#include "pmapi/archive/meta_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archive_image.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using tests::FileBytes;

FileBytes Words(const std::vector<std::uint32_t>& words) {
  FileBytes bytes;
  for (const std::uint32_t word : words) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes.push_back(static_cast<std::uint8_t>(word >> shift));
    }
  }
  return bytes;
}

FileBytes operator+(FileBytes a, const FileBytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

FileBytes Text(std::string_view text) { return {text.begin(), text.end()}; }

FileBytes Framed(std::uint32_t type, const FileBytes& body) {
  const auto length = static_cast<std::uint32_t>(body.size() + 12);
  return Words({length, type}) + body + Words({length});
}

// Framing.

ErrorCode Failure(MetaReader* reader) {
  MetaRecord record;
  const auto next = reader->Next(&record);
  return next ? ErrorCode::kInvalid : next.error().code;
}

TEST(MetaReader, GoesFromRecordToRecord) {
  const FileBytes file =
      Text("label") + Framed(4, {}) + Framed(1, Text("body"));
  MetaReader reader(file, 5);
  MetaRecord record;
  ASSERT_TRUE(*reader.Next(&record));
  EXPECT_EQ(record.type, MetaType::kText);
  EXPECT_EQ(record.offset, 5u);
  EXPECT_TRUE(record.body.empty());
  EXPECT_EQ(reader.offset(), 5u + 12u);
  ASSERT_TRUE(*reader.Next(&record));
  EXPECT_EQ(record.type, MetaType::kDesc);
  EXPECT_EQ(record.offset, 17u);
  EXPECT_EQ(std::string(record.body.begin(), record.body.end()), "body");
  EXPECT_FALSE(*reader.Next(&record));
  EXPECT_EQ(reader.offset(), file.size());
}

TEST(MetaReader, IsAtTheEndWhereLessThanAHeaderIsLeft) {
  MetaRecord record;
  for (std::size_t size = 0; size < 8; ++size) {
    const FileBytes file(size, 0xff);
    MetaReader reader(file, 0);
    const auto next = reader.Next(&record);
    ASSERT_TRUE(next) << size;
    EXPECT_FALSE(*next) << size;
    EXPECT_EQ(reader.offset(), 0u);
  }
}

TEST(MetaReader, TellsATornRecordFromADamagedOne) {
  const FileBytes whole = Framed(1, Text("body"));
  for (std::size_t size = 8; size < whole.size(); ++size) {
    const FileBytes file(whole.begin(),
                         whole.begin() + static_cast<std::ptrdiff_t>(size));
    MetaReader reader(file, 0);
    EXPECT_EQ(Failure(&reader), ErrorCode::kCorrupt);
    EXPECT_TRUE(reader.torn()) << size;
    EXPECT_EQ(reader.offset(), 0u) << "it may be there later";
  }
  FileBytes other = whole;
  other.back() ^= 1;
  MetaReader reader(other, 0);
  EXPECT_EQ(Failure(&reader), ErrorCode::kCorrupt);
  EXPECT_FALSE(reader.torn());
}

TEST(MetaReader, RefusesLengthsThatHoldNoFrame) {
  for (const std::uint32_t length : {0u, 11u, 0x80000000u, 0xffffffffu}) {
    const FileBytes file = Words({length, 1, length, 0, 0});
    MetaReader reader(file, 0);
    EXPECT_EQ(Failure(&reader), ErrorCode::kCorrupt) << length;
    EXPECT_FALSE(reader.torn()) << length;
  }
}

TEST(MetaReader, KnowsSevenTypes) {
  for (std::uint32_t type = 1; type <= 7; ++type) {
    const FileBytes file = Framed(type, {});
    MetaReader reader(file, 0);
    EXPECT_EQ(Failure(&reader), ErrorCode::kInvalid) << "no failure: " << type;
  }
  for (const std::uint32_t type : {0u, 8u, 0xffffffffu}) {
    const FileBytes file = Framed(type, {});
    MetaReader reader(file, 0);
    EXPECT_EQ(Failure(&reader), ErrorCode::kRecordType) << type;
  }
}

TEST(MetaReader, SaysAtWhichByte) {
  const FileBytes file = Text("label") + Words({11, 1, 11});
  MetaReader reader(file, 5);
  MetaRecord record;
  EXPECT_EQ(reader.Next(&record).error().message,
            "metadata record at byte 5: its length is 11");
}

// Descriptors.

MetaRecord RecordOf(MetaType type, const FileBytes& body) {
  return {type, body, 99};
}

base::Result<DescRecord> Decoded(const FileBytes& body) {
  DescRecord desc;
  if (const auto done = DecodeDesc(RecordOf(MetaType::kDesc, body), &desc);
      !done) {
    return done.error();
  }
  return desc;
}

/// What comes before the names.
FileBytes Descriptor(std::uint32_t names) {
  return Words({0x0f000001, 3, 0x0f000002, 1, 0x00100000, names});
}

TEST(Descriptors, HaveFiveFieldsAndNames) {
  const FileBytes body =
      Descriptor(2) + Words({3}) + Text("a.b") + Words({1}) + Text("c");
  const auto desc = Decoded(body);
  ASSERT_TRUE(desc) << desc.error().message;
  EXPECT_EQ(desc->desc.pmid, Pmid{0x0f000001});
  EXPECT_EQ(desc->desc.type, Type::kU64);
  EXPECT_EQ(desc->desc.indom, InDom{0x0f000002});
  EXPECT_EQ(desc->desc.semantics, Semantics::kCounter);
  EXPECT_EQ(desc->desc.units.Word(), 0x00100000u);
  EXPECT_THAT(desc->names, ElementsAre("a.b", "c"));
}

TEST(Descriptors, MayHaveNoNameOrAPaddedOne) {
  EXPECT_THAT(Decoded(Descriptor(0))->names, IsEmpty());
  const FileBytes padded =
      Descriptor(1) + Words({4}) + FileBytes{'a', 'b', 0, 0};
  EXPECT_THAT(Decoded(padded)->names, ElementsAre("ab"));
}

TEST(Descriptors, TakeThePlaceOfThoseBefore) {
  DescRecord desc;
  const FileBytes named = Descriptor(1) + Words({1}) + Text("a");
  for (int k = 0; k < 2; ++k) {
    ASSERT_TRUE(DecodeDesc(RecordOf(MetaType::kDesc, named), &desc));
    EXPECT_THAT(desc.names, ElementsAre("a"));
  }
}

TEST(Descriptors, MustFitTheirNames) {
  const FileBytes bodies[] = {
      {},
      Words({0x0f000001, 3, 0x0f000002, 1, 0}),         // ends too early
      Descriptor(1),                                    // no name
      Descriptor(1) + Words({2}) + Text("a"),           // a short one
      Descriptor(1) + Words({0xffffffff}) + Text("a"),  // a negative one
      Descriptor(1) + Words({1}) + Text("ab"),          // bytes left over
      Descriptor(0) + Text("a"),                        // here too
      Descriptor(0x7fffffff) + Words({1}) + Text("a"),  // far too many
  };
  for (const FileBytes& body : bodies) {
    const auto desc = Decoded(body);
    ASSERT_FALSE(desc);
    EXPECT_EQ(desc.error().code, ErrorCode::kCorrupt);
    EXPECT_THAT(desc.error().message, HasSubstr("record at byte 99: "));
  }
}

// Instance domains.

/// Of version 3, at 7 s and 5 ns.
FileBytes InDomHead(std::uint32_t count) {
  return Words({7, 0, 5, 0x0f000002, count});
}

ErrorCode InDomFailure(MetaType type, const FileBytes& body) {
  const auto in = DecodeInDom(RecordOf(type, body));
  return in ? ErrorCode::kInvalid : in.error().code;
}

TEST(InDomRecords, HaveIdentifiersAndNames) {
  const FileBytes body = InDomHead(2) + Words({3, 4, 5, 0}) +
                         FileBytes{'o', 'n', 'e', ' ', 0, 't', 'w', 'o'};
  const auto in = DecodeInDom(RecordOf(MetaType::kInDom, body));
  ASSERT_TRUE(in) << in.error().message;
  EXPECT_EQ(in->time, (base::Timestamp{7'000'000'005}));
  EXPECT_EQ(in->indom, InDom{0x0f000002});
  EXPECT_FALSE(in->delta);
  ASSERT_EQ(in->count, 2);
  EXPECT_EQ(in->id(0), 3);
  EXPECT_EQ(in->name(0), "two") << "the record ends it";
  EXPECT_EQ(in->id(1), 4);
  EXPECT_EQ(in->name(1), "one ");
}

TEST(InDomRecords, OfVersion2HaveMicroseconds) {
  const FileBytes body = Words({7, 5, 0x0f000002, 0});
  const auto in = DecodeInDom(RecordOf(MetaType::kInDomV2, body));
  ASSERT_TRUE(in);
  EXPECT_EQ(in->time, (base::Timestamp{7'000'005'000}));
  EXPECT_EQ(in->count, 0);
}

TEST(InDomRecords, OfADeltaMayTakeAway) {
  const FileBytes body =
      InDomHead(2) + Words({3, 4, 0xffffffff, 0}) + Text("b");
  const auto in = DecodeInDom(RecordOf(MetaType::kInDomDelta, body));
  ASSERT_TRUE(in);
  EXPECT_TRUE(in->delta);
  EXPECT_TRUE(in->deleted(0));
  EXPECT_FALSE(in->deleted(1));
  EXPECT_EQ(in->name(1), "b");
  EXPECT_EQ(InDomFailure(MetaType::kInDom, body), ErrorCode::kCorrupt)
      << "a full record takes nothing away";
}

TEST(InDomRecords, HaveOnlyNamesWithinThem) {
  const auto with_offset = [](std::uint32_t offset) {
    return InDomFailure(MetaType::kInDom,
                        InDomHead(1) + Words({3, offset}) + Text("abc"));
  };
  EXPECT_EQ(with_offset(0), ErrorCode::kInvalid) << "no failure";
  EXPECT_EQ(with_offset(2), ErrorCode::kInvalid) << "no failure";
  EXPECT_EQ(with_offset(3), ErrorCode::kCorrupt);
  EXPECT_EQ(with_offset(0xfffffffe), ErrorCode::kCorrupt);
}

TEST(InDomRecords, AreCorruptWhereTheirCountIsNotTheirs) {
  EXPECT_EQ(InDomFailure(MetaType::kInDom, InDomHead(0)), ErrorCode::kInvalid)
      << "no failure";
  for (const std::uint32_t count :
       {2u, 0x20000000u, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
    EXPECT_EQ(InDomFailure(MetaType::kInDom,
                           InDomHead(count) + Words({3, 0}) + Text("abc")),
              ErrorCode::kCorrupt)
        << count;
  }
}

TEST(InDomRecords, AreCorruptWithANegativeInstanceATimeThatIsNoneOrTooShort) {
  EXPECT_EQ(InDomFailure(MetaType::kInDom,
                         InDomHead(1) + Words({0x80000000, 0}) + Text("a")),
            ErrorCode::kCorrupt);
  EXPECT_EQ(InDomFailure(MetaType::kInDom, Words({0, 0x7fffffff, 0, 1, 0})),
            ErrorCode::kCorrupt);
  for (std::size_t size = 0; size < 20; ++size) {
    FileBytes body = InDomHead(0);
    body.resize(size);
    EXPECT_EQ(InDomFailure(MetaType::kInDom, body), ErrorCode::kCorrupt)
        << size;
  }
}

// Label sets.

bool LabelsFit(const FileBytes& sets) {
  // A stamp, the type and identifier of what is labelled.
  const FileBytes body = Words({7, 0, 5, 1, 0xffffffff}) + sets;
  return CheckLabelSets(RecordOf(MetaType::kLabel, body)).has_value();
}

/// One set of `json` bytes and `labels` labels.
FileBytes LabelSet(std::uint32_t json, std::uint32_t labels) {
  return Words({1, 0xffffffff, json}) + FileBytes(json, '{') + Words({labels}) +
         FileBytes(8 * std::size_t{labels}, 0);
}

TEST(LabelSets, FitUpToTheirLimits) {
  EXPECT_TRUE(LabelsFit(Words({0})));
  EXPECT_TRUE(LabelsFit(LabelSet(2, 0)));
  EXPECT_TRUE(LabelsFit(LabelSet(65535, 255)));
  EXPECT_FALSE(LabelsFit(LabelSet(65536, 0)));
  EXPECT_FALSE(LabelsFit(LabelSet(2, 256)));
}

TEST(LabelSets, MustBeWithinTheRecord) {
  const FileBytes whole = LabelSet(3, 2);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const FileBytes cut(whole.begin(),
                        whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(LabelsFit(cut)) << size;
  }
  EXPECT_FALSE(LabelsFit(Words({0xffffffff})));
  EXPECT_FALSE(LabelsFit(Words({1, 0xffffffff, 0xffffffff, 0})));
}

TEST(LabelSets, OfVersion2HaveAShorterStamp) {
  const FileBytes body = Words({7, 5, 1, 0xffffffff}) + LabelSet(2, 1);
  EXPECT_TRUE(CheckLabelSets(RecordOf(MetaType::kLabelV2, body)));
  EXPECT_FALSE(CheckLabelSets(RecordOf(MetaType::kLabel, body)));
}

}  // namespace
}  // namespace pmapi
