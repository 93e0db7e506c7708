// Which commands hand a name to a shell that reads it anew, and which do not.
#include "engine/check/second_shell.h"

#include <gtest/gtest.h>

namespace engine::check {
namespace {

std::string Of(std::string_view command) {
  return SecondShellOf(command, "hic").value_or("none");
}

TEST(SecondShell, ReadsWhatStandsInItsCommand) {
  EXPECT_EQ(Of("sh -c 'mail %i'"), "sh");
  EXPECT_EQ(Of("/bin/bash -lc \"ls %i\""), "bash");
  EXPECT_EQ(Of("sudo -u x sh -e -c 'ls %i'"), "sh");
  EXPECT_EQ(Of("su - x -c \"mail -s '%h' root\""), "su");
  EXPECT_EQ(Of("true && eval ls %i"), "eval");
  EXPECT_EQ(Of("x=$(ssh web ls %i)"), "ssh");
  EXPECT_EQ(Of("ssh -p 22 -q root@web \"ls %i\""), "ssh");
  EXPECT_EQ(Of("sh -c 'echo 5%; ls %c'"), "sh");
  EXPECT_EQ(Of("sh -c 'echo %{message}'"), "sh");
  EXPECT_EQ(Of("ssh web logger '%{first._pid}'"), "ssh");
}

TEST(SecondShell, IsTheFirstOfAProgramWithoutOne) {
  using Words = std::vector<std::string>;
  const auto of = [](const Words& words) {
    return SecondShellOf(words, "hic").value_or("none");
  };
  EXPECT_EQ(of({"/bin/sh", "-c", "echo %i"}), "sh");
  EXPECT_EQ(of({"/usr/bin/env", "A=b", "bash", "-ec", "echo %h"}), "bash");
  EXPECT_EQ(of({"/usr/bin/ssh", "web", "ls", "%i"}), "ssh");
  EXPECT_EQ(of({"/usr/bin/su", "x", "-c", "ls '%i'"}), "su");
  EXPECT_EQ(of({"/bin/sh", "-c", "ls \"$1\"", "sh", "%i"}), "none");
  EXPECT_EQ(of({"/bin/sh", "/opt/script", "-c", "%i"}), "none");
  EXPECT_EQ(of({"/bin/echo", "sh -c %i", "-c", "%i"}), "none");
  EXPECT_EQ(of({"/bin/sh", "", "%i"}), "none");
}

TEST(SecondShell, GetsArgumentsWhole) {
  EXPECT_EQ(Of("sh -c 'ls \"$1\"' sh %i"), "none");
  EXPECT_EQ(Of("sh script %i"), "none");
  EXPECT_EQ(Of("ssh %h uptime; ls %i"), "none");
  EXPECT_EQ(Of("ssh -l %i %h"), "none");
  EXPECT_EQ(Of("ssh web uptime | mail -s %i root"), "none");
  EXPECT_EQ(Of("sh -c 'echo %v %n %{ %{}'"), "none");
  EXPECT_EQ(Of("grep -c %i sh"), "none");
  EXPECT_EQ(Of("mail -s 'eval %i' root"), "none");
  EXPECT_EQ(Of("logger ssh sessions on %h are many"), "none");
  EXPECT_EQ(Of("sh /opt/notify.sh -c %i"), "none");
  EXPECT_EQ(Of("ssh"), "none");
  EXPECT_EQ(Of("sh -c"), "none");
  EXPECT_EQ(Of("ssh -p"), "none");
  EXPECT_EQ(Of(""), "none");
}

}  // namespace
}  // namespace engine::check
