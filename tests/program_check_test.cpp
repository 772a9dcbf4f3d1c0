// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/exec/program_check.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "apps/support.h"

namespace rubble::wireless {
namespace {

class ProgramCheckTest : public testing::Test {
 protected:
  // Something that may be run.
  std::string write(const std::string& name, const std::string& text) {
    const std::string path = folder_.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }
  // Empty where the compiler cannot.
  std::string build(const std::string& name, const std::string& options) {
    const std::string source = write(name + ".c", "int main(void) { return 0; }\n");
    const std::string path = folder_.path() + "/" + name;
    const std::string command = "cc " + options + " -o " + path + " " + source + " 2> /dev/null";
    return std::system(command.c_str()) == 0 ? path : "";
  }
  static std::string reason(const std::string& path) {
    const auto checked = check_preloadable(path);
    return checked ? "" : checked.error().message;
  }
  static std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  apps::TemporaryFolder folder_{"program_check"};
};

TEST_F(ProgramCheckTest, OrdinaryProgramsAndScriptsPass) {
  EXPECT_EQ(reason(find_program("sh")), "");
  EXPECT_EQ(reason("/proc/self/exe"), "");
  EXPECT_EQ(reason(write("plain", "#!/bin/sh\ntrue\n")), "");
  EXPECT_EQ(reason(write("through_env", "#!/usr/bin/env -S sh\ntrue\n")), "");
  EXPECT_EQ(reason(write("without", "true\n")), "");
}

TEST_F(ProgramCheckTest, StaticProgramsAreRefusedAlsoBehindAScript) {
  const std::string program = build("static", "-static");
  if (program.empty()) GTEST_SKIP() << "no compiler that links statically";
  EXPECT_NE(reason(program).find("statically"), std::string::npos);
  EXPECT_NE(reason(write("script", "#!" + program + "\n")).find("statically"), std::string::npos);
  const std::string second = write("second", "#!" + folder_.path() + "/script\n");
  EXPECT_NE(reason(second).find("statically"), std::string::npos);
}

TEST_F(ProgramCheckTest, ProgramsOfOtherProcessorsAndGoAreRefused) {
  std::string bytes = bytes_of(find_program("sh"));
  ASSERT_GT(bytes.size(), 1000u);
  std::string other = bytes;
  other[18] = '\x2b';  // e_machine: another
  EXPECT_NE(reason(write("other", other)).find("processor"), std::string::npos);
  std::string narrow = bytes;
  narrow[4] = 1;  // 32 bits
  EXPECT_NE(reason(write("narrow", narrow)).find("processor"), std::string::npos);
  const std::size_t note = bytes.find(std::string("\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0", 16));
  if (note == std::string::npos) GTEST_SKIP() << "the shell has no build id to change";
  bytes.replace(note + 8, 8, std::string("\x04\0\0\0Go\0\0", 8));
  EXPECT_NE(reason(write("go", bytes)).find("Go program"), std::string::npos);
}

TEST_F(ProgramCheckTest, BrokenFilesDoNoHarm) {
  const std::string bytes = bytes_of(find_program("sh"));
  for (const std::size_t size : {1u, 16u, 63u, 64u, 100u, 500u})
    (void)check_preloadable(write("cut", bytes.substr(0, size)));
  std::string wild = bytes.substr(0, 64) + std::string(2000, '\xff');
  (void)check_preloadable(write("wild", wild));
  EXPECT_NE(reason(write("lost", "#!/no/such/interpreter\n")).find("is not there"),
            std::string::npos);
  const std::string self = folder_.path() + "/self";
  EXPECT_NE(reason(write("self", "#!" + self + "\n")).find("too many"), std::string::npos);
}

TEST_F(ProgramCheckTest, WhatIsNotThereOrMayNotBeRunIsNotFound) {
  EXPECT_EQ(find_program("no-such-program-anywhere"), "");
  EXPECT_EQ(find_program("/no/such/file"), "");
  EXPECT_EQ(find_program(folder_.path()), "");
  EXPECT_FALSE(find_program("sh").empty());
}

}  // namespace
}  // namespace rubble::wireless
