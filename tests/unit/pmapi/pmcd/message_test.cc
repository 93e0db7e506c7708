// Every message that we send, byte by byte, and every answer that we read, as
// a real pmcd has sent it.
#include "pmapi/pmcd/message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/pmcd_recording.h"

namespace pmapi::pmcd {
namespace {

using base::ErrorCode;
using testing::ElementsAre;
using tests::FromHex;
using tests::PduOf;

TEST(Requests, Credentials) {
  EXPECT_EQ(EncodeCredentials(0),
            FromHex("00000014 0000700c 00000000 00000001 01020000"));
  EXPECT_EQ(EncodeCredentials(kContainer),
            FromHex("00000014 0000700c 00000000 00000001 01020040"));
}

TEST(Requests, AnAttributesLengthLeavesItsPadsOut) {
  EXPECT_EQ(EncodeAttribute(kContainerAttribute, "web"),
            FromHex("00000013 00007011 00000000 0000000f 7765627e"));
}

TEST(Requests, Profile) {
  EXPECT_EQ(EncodeProfile(1, {{InDom{0x07400002}, {200, 400}}}),
            FromHex("00000034 00007002 00000000 00000001 00000000 00000001"
                    "00000000 07400002 00000001 00000002 00000000 000000c8"
                    "00000190"));
  EXPECT_EQ(EncodeProfile(3, {}),
            FromHex("0000001c 00007002 00000000 00000003 00000000 00000000"
                    "00000000"));
}

TEST(Requests, Fetch) {
  const std::vector<Pmid> pmids = {Pmid{0x07400006}, Pmid{0x0740001f}};
  EXPECT_EQ(EncodeFetch(1, pmids, false),
            FromHex("00000024 00007003 00000000 00000001 00000000 00000000"
                    "00000002 07400006 0740001f"));
  EXPECT_EQ(EncodeFetch(1, pmids, true),
            FromHex("00000024 00007014 00000000 00000001 00000000 00000000"
                    "00000002 07400006 0740001f"));
}

TEST(Requests, Descriptors) {
  EXPECT_EQ(EncodeDescRequest(Pmid{0x07400006}),
            FromHex("00000010 00007004 00000000 07400006"));
  const std::vector<Pmid> pmids = {Pmid{0x07400006}, Pmid{0x0f000800}};
  EXPECT_EQ(EncodeDescsRequest(pmids),
            FromHex("0000001c 00007016 00000000 ffffffff 00000002 07400006"
                    "0f000800"));
}

TEST(Requests, Store) {
  const std::vector<InstanceId> two = {1, 7};
  EXPECT_EQ(EncodeStore(Pmid{0x0f000005}, two, "abc"),
            FromHex("00000044 00007001 00000000 00000000 00000000 00000001"
                    "0f000005 00000002 00000001 00000001 0000000d 00000007"
                    "0000000f 06000008 61626300 06000008 61626300"));
  const std::vector<InstanceId> one = {kNullInstance};
  EXPECT_EQ(EncodeStore(Pmid{0x0f000005}, one, ""),
            FromHex("00000034 00007001 00000000 00000000 00000000 00000001"
                    "0f000005 00000001 00000001 ffffffff 0000000b 06000005"
                    "007e7e7e"));
}

TEST(Requests, Texts) {
  EXPECT_EQ(EncodeTextRequest(Pmid{0x0f000800}, TextKind::kLine),
            FromHex("00000014 00007008 00000000 0f000800 00000005"));
  EXPECT_EQ(EncodeTextRequest(Pmid{0x0f000800}, TextKind::kWhole),
            FromHex("00000014 00007008 00000000 0f000800 00000006"));
}

TEST(Requests, Instances) {
  EXPECT_EQ(EncodeInstanceRequest(InDom{0x0f000002}),
            FromHex("00000020 00007006 00000000 0f000002 00000000 00000000"
                    "ffffffff 00000000"));
}

TEST(Requests, Names) {
  const std::vector<std::string> names = {"sample.bin", "no.such"};
  EXPECT_EQ(EncodeNames(names),
            FromHex("00000034 0000700e 00000000 00000013 00000000 00000002"
                    "0000000a 73616d70 6c652e62 696e7e7e"
                    "00000007 6e6f2e73 7563687e"));
  EXPECT_EQ(EncodeChildren("kernel"),
            FromHex("0000001c 0000700f 00000000 00000000 00000006 6b65726e"
                    "656c7e7e"));
  EXPECT_EQ(EncodeTraverse(""),
            FromHex("00000014 00007010 00000000 00000000 00000000"));
}

// As pmie -x writes them, but for the sender.
TEST(AnAgent, Describes) {
  MetricDesc desc;
  desc.pmid = Pmid{0x00400003};
  desc.type = Type::kDouble;
  desc.units = Units::FromWord(0x1f003000);
  EXPECT_EQ(EncodeDesc(desc),
            FromHex("00000020 00007005 00000000 00400003 00000005 ffffffff"
                    "00000003 1f003000"));
}

TEST(AnAgent, SaysValuesAndWhyThereAreNone) {
  EXPECT_EQ(EncodeResult({{{Pmid{0x00400001}, 1, 10},
                           {Pmid{0x00400002}, -12351, 0},
                           {Pmid{0x00400003}, 0, 0},
                           {Pmid{0x00400004}, 1, 1.5}}}),
            FromHex("00000068 00007001 00000000 00000000 00000000 00000004"
                    "00400001 00000001 00000001 ffffffff 00000014"
                    "00400002 ffffcfc1 00400003 00000000"
                    "00400004 00000001 00000001 ffffffff 00000017"
                    "0500000c 40240000 00000000 0500000c 3ff80000 00000000"));
}

TEST(Replies, Welcome) {
  const Message bytes = FromHex(tests::kWelcome);
  const auto welcome = DecodeWelcome(PduOf(bytes));
  ASSERT_TRUE(welcome);
  EXPECT_EQ(welcome->version, 2u);
  EXPECT_EQ(welcome->features, 0x0e44u);
}

TEST(Replies, ARefusalHasAncientNumbers) {
  // -1043: today's -12388, the limit of connections.
  const Message bytes = FromHex("00000014 00007000 00000000 fffffbed 02010e44");
  const auto welcome = DecodeWelcome(PduOf(bytes));
  ASSERT_FALSE(welcome);
  EXPECT_EQ(base::PmapiText(welcome.error()),
            "PMCD connection limit for this host exceeded");
}

TEST(Replies, AWelcomeOfOneWordOrAnotherVersionIsNone) {
  for (const char* hex : {"00000010 00007000 00000000 00000000",
                          "00000014 00007000 00000000 00000000 03010e44",
                          "00000014 00007001 00000000 00000000 02010e44"}) {
    const Message bytes = FromHex(hex);
    const auto welcome = DecodeWelcome(PduOf(bytes));
    ASSERT_FALSE(welcome) << hex;
    EXPECT_EQ(welcome.error().code, ErrorCode::kProtocol);
  }
}

TEST(Replies, ErrorsHaveTheirNames) {
  const Message name = FromHex(tests::kErrorName);
  const auto expected = Expect(PduType::kNames, PduOf(name));
  ASSERT_FALSE(expected);
  EXPECT_EQ(expected.error().code, ErrorCode::kNoMetric);
  EXPECT_EQ(base::PmapiText(expected.error()), "Unknown metric name");

  const Message profile = FromHex(tests::kErrorNoProfile);
  EXPECT_EQ(DecodeError(PduOf(profile)).value(), -12381);
  const auto other = Expect(PduType::kResult, PduOf(profile));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kPmapi);
  EXPECT_EQ(base::PmapiText(other.error()), "Missing profile - protocol botch");
}

TEST(Replies, AnotherTypeThanExpectedIsNonsense) {
  const Message bytes = FromHex(tests::kDesc);
  EXPECT_TRUE(Expect(PduType::kDesc, PduOf(bytes)));
  const auto other = Expect(PduType::kNames, PduOf(bytes));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kProtocol);
}

TEST(Replies, Pmids) {
  const Message bytes = FromHex(tests::kPmids);
  const auto pmids = DecodePmids(PduOf(bytes));
  ASSERT_TRUE(pmids);
  EXPECT_THAT(*pmids, ElementsAre(Pmid{0x07400006}, Pmid{0x0f000800}, kNullPmid,
                                  kNullPmid, Pmid{0x0740001f}));
}

TEST(Replies, Names) {
  for (const auto hex : {tests::kChildren, tests::kChildrenWithStatus}) {
    const Message bytes = FromHex(hex);
    const auto names = DecodeNames(PduOf(bytes));
    ASSERT_TRUE(names) << hex;
    EXPECT_THAT(*names, ElementsAre("all", "percpu", "pernode", "uname"));
  }
}

constexpr MetricDesc kBin{Pmid{0x07400006}, Type::k32, InDom{0x07400002},
                          Semantics::kInstant, Units{}};

TEST(Replies, Descriptors) {
  const Message one = FromHex(tests::kDesc);
  const auto desc = DecodeDesc(PduOf(one));
  ASSERT_TRUE(desc);
  EXPECT_EQ(*desc, kBin);

  const Message several = FromHex(tests::kDescs);
  const auto descs = DecodeDescs(PduOf(several));
  ASSERT_TRUE(descs);
  constexpr MetricDesc kLoad{Pmid{0x0f000800}, Type::kFloat, InDom{0x0f000002},
                             Semantics::kInstant, Units{}};
  EXPECT_THAT(*descs, ElementsAre(kBin, std::nullopt, kLoad));
}

TEST(Replies, ADescriptorsUnknownNumbersAreTamed) {
  const Message bytes = FromHex(
      "00000020 00007005 00000000 07400006 0000002a 07400002 00000002"
      "00000000");
  const auto desc = DecodeDesc(PduOf(bytes));
  ASSERT_TRUE(desc && desc->has_value());
  EXPECT_EQ((*desc)->type, Type::kUnknown);
  EXPECT_EQ((*desc)->semantics, Semantics::kInstant);
}

TEST(Replies, Instances) {
  const Message bytes = FromHex(tests::kInstances);
  const auto found = DecodeInstances(PduOf(bytes));
  ASSERT_TRUE(found);
  EXPECT_THAT(*found,
              ElementsAre(Instance{1, "1 minute"}, Instance{5, "5 minute"},
                          Instance{15, "15 minute"}));
}

TEST(Replies, Texts) {
  const Message bytes = FromHex(tests::kText);
  EXPECT_EQ(*DecodeText(PduOf(bytes)), "1, 5 and 15 minute load average");
  for (const char* hex :
       {"00000010 00007009 00000000 0f000800",
        "00000014 00007009 00000000 0f000800 ffffffff",
        "00000018 00007009 00000000 0f000800 00000005 61626364"}) {
    const Message cut = FromHex(hex);
    EXPECT_EQ(DecodeText(PduOf(cut)).error().code, ErrorCode::kProtocol);
  }
}

TEST(Replies, CountsBeyondThePduAreRefusedWithoutRoomForThem) {
  for (const char* hex :
       {"00000014 0000700d 00000000 00000000 7fffffff",
        "00000018 0000700e 00000000 00000000 00000000 7fffffff",
        "00000018 0000700e 00000000 00000000 00000000 ffffffff",
        "00000010 00007017 00000000 7fffffff",
        "00000014 00007007 00000000 0f000002 7fffffff",
        "0000001c 00007007 00000000 0f000002 00000001 00000001 7fffffff",
        "0000001c 00007007 00000000 0f000002 00000001 00000001 ffffffff"}) {
    const Message bytes = FromHex(hex);
    const Pdu pdu = PduOf(bytes);
    EXPECT_FALSE(DecodePmids(pdu) && DecodeNames(pdu) && DecodeDescs(pdu) &&
                 DecodeInstances(pdu))
        << hex;
  }
}

class Splitters : public testing::Test {
 protected:
  /// The types of the PDUs that `bytes` complete.
  std::vector<PduType> Add(base::Bytes bytes) {
    std::vector<PduType> types;
    splitter_.Add(bytes);
    for (auto next = splitter_.Next(); next && *next; next = splitter_.Next()) {
      types.push_back((*next)->type);
      EXPECT_EQ((*next)->bytes.size(), base::LoadBig32((*next)->bytes.data()));
    }
    splitter_.Keep();
    return types;
  }

  Splitter splitter_;
};

TEST_F(Splitters, CutSeveralAndKeepTheRest) {
  Message bytes = FromHex(tests::kWelcome);
  const Message second = FromHex(tests::kPmids);
  bytes.insert(bytes.end(), second.begin(), second.end());
  EXPECT_THAT(Add(base::Bytes(bytes).first(50)), ElementsAre(PduType::kError));
  EXPECT_THAT(Add(base::Bytes(bytes).subspan(50)),
              ElementsAre(PduType::kPmids));
}

TEST_F(Splitters, TakeOneByteAtATime) {
  const Message bytes = FromHex(tests::kResult);
  for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
    EXPECT_TRUE(Add(base::Bytes(bytes).subspan(i, 1)).empty());
  }
  EXPECT_THAT(Add(base::Bytes(bytes).last(1)), ElementsAre(PduType::kResult));
}

TEST_F(Splitters, RefuseLengthsThatCannotBe) {
  for (const char* hex : {"0000000b", "00000000", "04000001", "ffffffff"}) {
    Splitter splitter;
    const Message bytes = FromHex(hex);
    splitter.Add(bytes);
    const auto next = splitter.Next();
    ASSERT_FALSE(next) << hex;
    EXPECT_EQ(next.error().code, ErrorCode::kProtocol);
  }
}

TEST_F(Splitters, WaitForTheLongestMessage) {
  const Message bytes = FromHex("04000000");
  EXPECT_TRUE(Add(bytes).empty());
}

}  // namespace
}  // namespace pmapi::pmcd
