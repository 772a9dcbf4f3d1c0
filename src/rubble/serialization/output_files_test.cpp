// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/output_files.h"

#include "rubble/serialization/scratch_files.h"
#include "rubble/serialization/temporary_folder.h"

namespace rubble {
namespace {

using OutputFiles = ScratchFiles;

TEST_F(OutputFiles, HoldWhatWasWritten) {
  ASSERT_TRUE(write_file(path("a.txt"), "two\nlines\n").ok());
  EXPECT_EQ(content("a.txt"), "two\nlines\n");
  const auto refused = write_file(path("no/folder.txt"), "text");
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(has_text(refused.error().message, "does its folder exist?"));
}

TEST_F(OutputFiles, AreCheckedBeforeTheWork) {
  EXPECT_TRUE(check_writable({"", "-", path("new.txt"), write("old.txt", "")}).ok());
  EXPECT_FALSE(check_writable({folder_.string()}).ok());
  EXPECT_FALSE(check_writable({path("no/folder.txt")}).ok());
}

TEST_F(OutputFiles, AreNeitherInputsNorTwice) {
  const std::string input = write("in.txt", "x");
  EXPECT_TRUE(check_inputs_are_kept({path("out.txt"), ""}, {input, ""}).ok());
  EXPECT_FALSE(check_inputs_are_kept({path("./in.txt")}, {input}).ok());
  EXPECT_FALSE(check_inputs_are_kept({path("out.txt"), path("./out.txt")}, {}).ok());
}

TEST_F(OutputFiles, OfATemporaryFolderGoWithIt) {
  std::string folder;
  {
    const TemporaryFolder temporary("rubble_test");
    folder = temporary.path();
    ASSERT_TRUE(write_file(folder + "/a.txt", "text").ok());
  }
  EXPECT_FALSE(folder.empty());
  EXPECT_FALSE(std::filesystem::exists(folder));
}

}  // namespace
}  // namespace rubble
