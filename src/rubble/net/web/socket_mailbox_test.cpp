// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/web/socket_mailbox.h"

#include <gtest/gtest.h>

#include <span>

namespace rubble::net {
namespace {

// A page that reads may be sent any amount; the limit is on what waits.
TEST(SocketMailbox, WhatWasWrittenWaitsNoLonger) {
  SocketMailbox mailbox(1, "/ws", {.max_queued_bytes = 10'000});
  mailbox.note_opened();
  const std::vector<WebFrame> frames(3, binary_frame(std::string(1000, 'x')));
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

TEST(SocketMailbox, WhoDoesNotReadIsFullAtItsLimitAndNoEarlier) {
  SocketMailbox mailbox(1, "/ws", {.max_queued_bytes = 10'000});
  mailbox.note_opened();
  const std::vector<WebFrame> frame{binary_frame(std::string(1000, 'x'))};
  for (int i = 0; i < 9; ++i) {
    (void)mailbox.send(frame);
    EXPECT_FALSE(mailbox.is_overflowed()) << i;
  }
  (void)mailbox.send(frame);
  EXPECT_TRUE(mailbox.is_overflowed());
  EXPECT_FALSE(mailbox.pop_frame()) << "what it would not read is given up";
}

TEST(SocketMailbox, DroppableFramesLeaveHalfOfTheLimitToOthers) {
  SocketMailbox mailbox(1, "/ws", {.max_queued_bytes = 10'000});
  mailbox.note_opened();
  WebFrame droppable = binary_frame(std::string(1000, 'x'));
  droppable.is_droppable = true;
  for (int i = 0; i < 100; ++i) (void)mailbox.send(std::span(&droppable, 1));
  EXPECT_FALSE(mailbox.is_overflowed());
  EXPECT_LE(mailbox.queued_bytes(), 5000u);
  const WebFrame reliable = text_frame("last");
  (void)mailbox.send(std::span(&reliable, 1));
  std::string last;
  while (const auto frame = mailbox.pop_frame()) last = *frame->bytes;
  EXPECT_EQ(last, "last");
}

}  // namespace
}  // namespace rubble::net
