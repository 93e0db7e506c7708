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
        std::pair("hostname", "_hostname"), std::pair("prio", "priority"),
        std::pair("MSG", "message"), std::pair("severity", "priority")}) {
    EXPECT_EQ(UsualFieldMeant(name, kJournal), meant) << name;
  }
  for (const auto& [name, meant] :
       {std::pair("subsytem", "subsystem"), std::pair("mesage", "message"),
        std::pair("msg", "message"), std::pair("level", "priority"),
        std::pair("param_string", "message")}) {
    EXPECT_EQ(UsualFieldMeant(name, "kmsg.field"), meant) << name;
  }
}

TEST(UsualFields, OthersMayBeThere) {
  for (const char* name : {"MESSAGE", "_pid", "container_name", "user", "x", "",
                           "job_result", "request_id"}) {
    EXPECT_EQ(UsualFieldMeant(name, kJournal), "") << name;
  }
  EXPECT_EQ(UsualFieldMeant("mesage", "logger.field"), "");
  EXPECT_EQ(UsualFieldMeant("msg", "logger.field"), "");
}

}  // namespace
}  // namespace engine::check
