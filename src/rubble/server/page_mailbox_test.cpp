// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/page_mailbox.h"

#include <gtest/gtest.h>

namespace rubble::server {
namespace {

// A page that reads may be sent any amount; the limit is on what waits.
TEST(PageMailbox, WhatWasWrittenWaitsNoLonger) {
  PageMailbox mailbox(1, {.max_queued_bytes = 10'000});
  mailbox.note_opened();
  const std::vector<viewer_protocol::Frame> frames(
      3, viewer_protocol::binary_frame(std::string(1000, 'x')));
  for (int i = 0; i < 100; ++i) {
    (void)mailbox.send(frames);
    EXPECT_GE(mailbox.queued_bytes(), 3000u);
    EXPECT_LE(mailbox.queued_bytes(), 10'000u);
    while (const auto frame = mailbox.pop_frame()) mailbox.note_written(*frame);
    EXPECT_EQ(mailbox.queued_bytes(), 0u);
    ASSERT_FALSE(mailbox.is_overflowed()) << i;
  }
  EXPECT_EQ(mailbox.bytes_sent(), 300'000);
}

TEST(PageMailbox, WhoDoesNotReadIsFullAtItsLimitAndNoEarlier) {
  PageMailbox mailbox(1, {.max_queued_bytes = 10'000});
  mailbox.note_opened();
  const std::vector<viewer_protocol::Frame> frame{
      viewer_protocol::binary_frame(std::string(1000, 'x'))};
  for (int i = 0; i < 9; ++i) {
    (void)mailbox.send(frame);
    EXPECT_FALSE(mailbox.is_overflowed()) << i;
  }
  (void)mailbox.send(frame);
  EXPECT_TRUE(mailbox.is_overflowed());
  EXPECT_FALSE(mailbox.pop_frame()) << "what it would not read is given up";
}

}  // namespace
}  // namespace rubble::server
