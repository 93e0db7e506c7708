// MmvSource: files that come, change and go.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/pmapi/mmv/mmv_source_fixture.h"

namespace pmapi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using tests::MmvBytes;
using tests::MmvParts;
using tests::MmvSpecimen;

TEST_F(MmvSourceTest, AFileWrittenAnewBeginsItsCountersAnew) {
  MmvParts parts = MmvSpecimen(1);
  Write("f", parts);
  const auto source = Open(folder());
  auto stream = *source->Open(
      {All(*source, "mmv.f.count"), All(*source, "mmv.f.bins")}, kGrid);
  const Samples before = Fetched(stream.get());
  parts.generation = parts.generation_again = 6;
  parts.members.push_back({0, 300, "three"});
  parts.values.push_back({1, 33, 2});
  Write("f", parts);
  const Samples samples = Fetched(stream.get());
  EXPECT_NE(samples.metrics[0].origin, before.metrics[0].origin);
  EXPECT_THAT(samples.groups[1].instances, ElementsAre(100, 200, 300));
  EXPECT_THAT(samples.metrics[1].bits, ElementsAre(11, 22, 33));
  EXPECT_EQ(Fetched(stream.get()).metrics[0].origin, samples.metrics[0].origin);
}

TEST_F(MmvSourceTest, SoItIsThoughTheStreamIsOpenedAnew) {
  MmvParts parts = MmvSpecimen(1);
  Write("f", parts);
  const auto source = Open(folder());
  const auto fetched = [&source] {
    auto stream = *source->Open({All(*source, "mmv.f.count")}, kGrid);
    return Fetched(stream.get()).metrics[0].origin;
  };
  const std::int64_t before = fetched();
  EXPECT_EQ(fetched(), before);
  parts.generation = parts.generation_again = 6;
  Write("f", parts);
  EXPECT_NE(fetched(), before) << "rates go on from the other one";
}

TEST_F(MmvSourceTest, AFileInTheMakingHasNoValues) {
  MmvParts parts = One(1);
  Write("f", parts);
  const auto source = Open(folder());
  auto stream = *source->Open({All(*source, "mmv.f.a")}, kGrid);
  parts.generation = 6;
  Write("f", parts);
  EXPECT_THAT(Fetched(stream.get()).metrics[0].cells, ElementsAre(kAbsent));
  parts.generation_again = 6;
  Write("f", parts);
  EXPECT_THAT(Fetched(stream.get()).metrics[0].bits, ElementsAre(1));
}

TEST_F(MmvSourceTest, AFileThatShrinksHasNoValues) {
  Write("f", One(1));
  const auto source = Open(folder());
  auto stream = *source->Open({All(*source, "mmv.f.a")}, kGrid);
  Fetched(stream.get());
  for (const std::size_t size : {200u, 41u, 3u, 0u}) {
    tree_.Write("/mmv/f", MmvBytes(One(1)).substr(0, size));
    EXPECT_THAT(Fetched(stream.get()).metrics[0].cells, ElementsAre(kAbsent));
  }
  Write("f", One(7));
  EXPECT_THAT(Fetched(stream.get()).metrics[0].bits, ElementsAre(7));
}

TEST_F(MmvSourceTest, AllStreamsTellOfAFileThatIsLost) {
  Write("f", One(1));
  Write("g", One(2));
  const auto source = Open(folder());
  auto f = *source->Open({All(*source, "mmv.f.a")}, kGrid);
  auto g = *source->Open({All(*source, "mmv.g.a")}, kGrid);
  const auto told = [&] {
    Fetched(f.get());
    Fetched(g.get());
    EXPECT_EQ(f->Shortfall(), g->Shortfall());
    return f->Shortfall() ? f->Shortfall()->message : "";
  };
  EXPECT_EQ(told(), "");
  tree_.Write("/mmv/f", MmvBytes(One(1)).substr(0, 90));
  EXPECT_THAT(told(), HasSubstr("/mmv/f: byte "));
  tree_.Write("/mmv/f", "");
  EXPECT_THAT(told(), HasSubstr("/mmv/f: "));
  tree_.Remove("/mmv/f");
  EXPECT_THAT(told(), HasSubstr("/mmv/f: is gone"));
  Write("f", One(3));
  EXPECT_EQ(told(), "");
  EXPECT_THAT(Fetched(f.get()).metrics[0].bits, ElementsAre(3));
}

TEST_F(MmvSourceTest, FilesComeAndGo) {
  Write("b", One(2));
  Write("c", One(3));
  const auto source = Open(folder());
  auto stream = *source->Open({All(*source, "mmv.c.a")}, kGrid);
  const Samples before = Fetched(stream.get());
  EXPECT_THAT(before.metrics[0].bits, ElementsAre(3));
  tree_.Remove("/mmv/c");
  EXPECT_THAT(Fetched(stream.get()).metrics[0].cells, ElementsAre(kAbsent));
  // Another file does not get the identifiers of one that is waited for.
  Write("a", One(1));
  EXPECT_THAT(Fetched(stream.get()).metrics[0].cells, ElementsAre(kAbsent));
  Write("c", One(4));
  const Samples back = Fetched(stream.get());
  EXPECT_THAT(back.metrics[0].bits, ElementsAre(4));
  EXPECT_NE(back.metrics[0].origin, before.metrics[0].origin);
  tree_.Remove("/mmv");
  Samples samples;
  EXPECT_EQ(CodeOf(stream->Fetch(1, &samples)), base::ErrorCode::kSystem);
  Write("c", One(5));
  EXPECT_THAT(Fetched(stream.get()).metrics[0].bits, ElementsAre(5));
}

TEST_F(MmvSourceTest, WhoComesInPlaceOfAnotherHasTheValuesOfTheTick) {
  MmvParts first = One(1);
  MmvParts second = One(2);
  first.cluster = second.cluster = 3;
  Write("a", first);
  Write("b", second);
  const auto source = Open(folder());
  auto stream = *source->Open({All(*source, "mmv.a.a")}, kGrid);
  const Samples before = Fetched(stream.get());
  EXPECT_THAT(before.metrics[0].bits, ElementsAre(1));
  second.values[0].atom = 3;
  Write("b", second);
  tree_.Remove("/mmv/a");
  const Samples after = Fetched(stream.get());
  EXPECT_THAT(after.metrics[0].bits, ElementsAre(3));
  EXPECT_NE(after.metrics[0].origin, before.metrics[0].origin);
}

TEST_F(MmvSourceTest, WhatRulesWaitForIsAChangeWhenItComes) {
  Write("b", One(2));
  const auto source = Open(folder());
  Prepare(source.get(), {{"mmv.b.a", {}}, {"mmv.c.a", {}}});
  auto stream = *source->Open({All(*source, "mmv.b.a")}, kGrid);
  Fetched(stream.get());
  Write("a", One(1));
  Fetched(stream.get());
  Write("c", One(3));
  Samples samples;
  EXPECT_EQ(CodeOf(stream->Fetch(1, &samples)), base::ErrorCode::kChanged);
  EXPECT_EQ(CodeOf(stream->Fetch(1, &samples)), base::ErrorCode::kChanged);
  Prepare(source.get(), {{"mmv.b.a", {}}, {"mmv.c.a", {}}});
  auto anew =
      *source->Open({All(*source, "mmv.b.a"), All(*source, "mmv.c.a")}, kGrid);
  EXPECT_THAT(Fetched(anew.get()).metrics[1].bits, ElementsAre(3));
}

TEST_F(MmvSourceTest, SoAreTheFolderAndAnInstance) {
  const auto source = Open(folder());
  EXPECT_EQ(source->Catalog().Describe("mmv.c.a").error().code,
            base::ErrorCode::kNotConnected);
  EXPECT_EQ(Prepare(source.get(), {{"mmv.c.a", {}}}), base::ErrorCode::kSystem);
  auto stream = *source->Open({}, kGrid);
  Samples samples;
  EXPECT_EQ(CodeOf(stream->Fetch(1, &samples)), base::ErrorCode::kSystem);
  Write("c", One(3));
  EXPECT_EQ(CodeOf(stream->Fetch(1, &samples)), base::ErrorCode::kChanged);

  MmvParts parts = MmvSpecimen(1);
  parts.members[1].name = "three";
  Write("tst", parts);
  Prepare(source.get(), {{"mmv.tst.bins", {"two"}}});
  stream = *source->Open({}, kGrid);
  Fetched(stream.get());
  parts = MmvSpecimen(1);
  parts.generation = parts.generation_again = 6;
  Write("tst", parts);
  EXPECT_EQ(CodeOf(stream->Fetch(1, &samples)), base::ErrorCode::kChanged);
}

TEST_F(MmvSourceTest, AnInstanceOfAnotherNumberIsAChange) {
  MmvParts parts = MmvSpecimen(1);
  Write("tst", parts);
  const auto source = Open(folder());
  Prepare(source.get(), {{"mmv.tst.bins", {"two"}}});
  auto stream = *source->Open({}, kGrid);
  Fetched(stream.get());
  tree_.Remove("/mmv/tst");
  Fetched(stream.get());
  Write("tst", parts);
  Fetched(stream.get());
  parts.members[1].id = 300;
  parts.generation = parts.generation_again = 6;
  Write("tst", parts);
  Samples samples;
  EXPECT_EQ(CodeOf(stream->Fetch(1, &samples)), base::ErrorCode::kChanged);
}

TEST_F(MmvSourceTest, AnotherDescriptorIsAChange) {
  MmvParts parts = One(2);
  Write("b", parts);
  const auto source = Open(folder());
  auto stream = *source->Open({All(*source, "mmv.b.a")}, kGrid);
  parts.metrics[0].type = 3;
  parts.generation = parts.generation_again = 6;
  Write("b", parts);
  Samples samples;
  EXPECT_EQ(CodeOf(stream->Fetch(1, &samples)), base::ErrorCode::kChanged);
}

}  // namespace
}  // namespace pmapi
