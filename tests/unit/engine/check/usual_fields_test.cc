// Usual fields: what is near one, and what is a name of its own.
#include "engine/check/usual_fields.h"

#include <gtest/gtest.h>

namespace engine::check {
namespace {

constexpr char kJournal[] = "systemd.journal.field.string";

TEST(UsualFields, AreMeantByWhatIsNear) {
  for (const auto& [name, meant] :
       {std::pair("mesage", "message"), std::pair("Priorty", "priority"),
        std::pair("comm", "_comm"), std::pair("_COM", "_comm"),
        std::pair("systemd_unit", "_systemd_unit"),
        std::pair("syslog_identifer", "syslog_identifier"),
        std::pair("hostname", "_hostname")}) {
    EXPECT_EQ(UsualFieldMeant(name, kJournal), meant) << name;
  }
  EXPECT_EQ(UsualFieldMeant("subsytem", "kmsg.field"), "subsystem");
}

TEST(UsualFields, OthersMayBeThere) {
  for (const char* name : {"MESSAGE", "_pid", "container_name", "user", "x", "",
                           "job_result", "request_id"}) {
    EXPECT_EQ(UsualFieldMeant(name, kJournal), "") << name;
  }
  EXPECT_EQ(UsualFieldMeant("mesage", "kmsg.field"), "");
  EXPECT_EQ(UsualFieldMeant("mesage", "logger.field"), "");
}

}  // namespace
}  // namespace engine::check
