// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/web/web_server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "rubble/net/web/web_test_client.h"

namespace rubble::net {
namespace {

using WebEventKind = WebEvent::Kind;

class WebServerTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("web_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "assets");
    put("index.html", "<!doctype html>");
    put("assets/main-1f.js", "let a = 1;");
    put("assets/main-1f.js.gz", "as if zipped");
  }
  void TearDown() override {
    server_.reset();
    std::filesystem::remove_all(folder_);
  }
  void put(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }
  int listen(WebServerSettings settings = {}) {
    if (settings.folder.empty()) settings.folder = folder_.string();
    server_ = *WebServer::listen(network_, settings);
    return server_->port();
  }
  // What happens until so many events came; fewer if they do not come in time.
  std::vector<WebEvent> events(std::size_t count) {
    std::vector<WebEvent> all;
    becomes_true([&] {
      for (WebEvent& event : server_->drain()) all.push_back(std::move(event));
      return all.size() >= count;
    });
    return all;
  }
  SessionId opened() {
    const auto all = events(1);
    return all.size() == 1 && all[0].kind == WebEventKind::Opened ? all[0].session : 0;
  }
  bool sees_closed(SessionId page) {
    return becomes_true([&] {
      for (const WebEvent& event : server_->drain())
        if (event.kind == WebEventKind::Closed && event.session == page) return true;
      return false;
    });
  }

  std::filesystem::path folder_;
  Network network_;
  std::unique_ptr<WebServer> server_;
};

// --- files -----------------------------------------------------------------------------------

TEST_F(WebServerTest, ServesThePageAndItsFilesWithTypesAndCaching) {
  const int port = listen();
  HttpReply page = ask(port, "/?token=whatever");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, "<!doctype html>");
  EXPECT_EQ(page.fields["content-type"], "text/html; charset=utf-8");
  EXPECT_EQ(page.fields["cache-control"], "no-cache");
  HttpReply script = ask(port, "/assets/main-1f.js");
  EXPECT_EQ(script.body, "let a = 1;");
  EXPECT_EQ(script.fields["content-type"], "text/javascript; charset=utf-8");
  EXPECT_EQ(script.fields["cache-control"], "public, max-age=31536000, immutable");
  EXPECT_EQ(script.fields.count("content-encoding"), 0u);
  HttpReply zipped = ask(port, "/assets/main-1f.js", "Accept-Encoding: gzip, br\n");
  EXPECT_EQ(zipped.body, "as if zipped");
  EXPECT_EQ(zipped.fields["content-encoding"], "gzip");
  EXPECT_EQ(zipped.fields["vary"], "Accept-Encoding");
  EXPECT_NE(zipped.fields["etag"], script.fields["etag"]);
  EXPECT_EQ(server_->counts().requests, 3);
}

TEST_F(WebServerTest, WhoHasThePageIsToldThatItIsTheSame) {
  const int port = listen();
  const std::string tag = ask(port, "/").fields["etag"];
  TestClient client(port);
  client.send(http_request(port, "/", "If-None-Match: " + tag + "\n"));
  const HttpReply same = read_reply(client);
  EXPECT_EQ(same.status, 304);
  EXPECT_TRUE(same.body.empty());
  client.send(http_request(port, "/", "If-None-Match: \"other\"\n"));
  EXPECT_EQ(read_reply(client).status, 200);
}

TEST_F(WebServerTest, EveryResponseHasSecurityHeaders) {
  const int port = listen();
  for (const char* target : {"/", "/none", "/ws"}) {
    HttpReply reply = ask(port, target);
    EXPECT_EQ(reply.fields["content-security-policy"],
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: "
              "data:; connect-src 'self' ws://" +
                  local_host(port) +
                  "; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    EXPECT_EQ(reply.fields["x-content-type-options"], "nosniff");
    EXPECT_EQ(reply.fields["referrer-policy"], "no-referrer");
    EXPECT_EQ(reply.fields["cross-origin-opener-policy"], "same-origin");
    EXPECT_EQ(reply.fields["cross-origin-resource-policy"], "same-origin");
  }
}

TEST_F(WebServerTest, NothingButTheFolderIsReachable) {
  put("../outside.txt", "not for you");
  const int port = listen();
  for (const char* target :
       {"/../outside.txt", "/assets/../index.html", "/%2e%2e/outside.txt", "/..%2foutside.txt",
        "//etc/passwd", "//index.html", "/assets", "/assets/", "/index.html%00.js", "/./index.html",
        "/INDEX.HTML", "/etc/passwd", "*", "http://elsewhere.example/"})
    EXPECT_EQ(ask(port, target).status, 404) << target;
  TestClient client(port);
  client.send(std::string("GET /index\0.html HTTP/1.1\r\n\r\n", 29));
  EXPECT_EQ(read_reply(client).status, 400);
  std::filesystem::remove(folder_ / "../outside.txt");
}

TEST_F(WebServerTest, AnotherFileMayBeShownFirst) {
  put("truth.html", "<!doctype html>another");
  EXPECT_EQ(ask(listen({.index = "truth.html"}), "/").body, "<!doctype html>another");
  EXPECT_EQ(ask(listen({.index = "none.html"}), "/").status, 503);
}

TEST_F(WebServerTest, FilesAreReadOnceAtTheStart) {
  const int port = listen();
  put("index.html", "changed");
  put("new.html", "new");
  EXPECT_EQ(ask(port, "/").body, "<!doctype html>");
  EXPECT_EQ(ask(port, "/new.html").status, 404);
}

TEST_F(WebServerTest, HeadTellsTheLengthOnlyAndTheConnectionGoesOn) {
  const int port = listen();
  TestClient client(port);
  for (const char* target : {"/", "/none"}) {
    client.send(http_request(port, target, "", "HEAD") + http_request(port, "/"));
    EXPECT_NE(read_reply(client, false).fields["content-length"], "");
    EXPECT_EQ(read_reply(client).body, "<!doctype html>");
  }
}

TEST_F(WebServerTest, OtherMethodsAreRefusedWhateverTheyBring) {
  const int port = listen();
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"}) {
    HttpReply reply = ask(port, "/", "Content-Length: 5000000\n", method);
    EXPECT_EQ(reply.status, 405) << method;
    EXPECT_EQ(reply.fields["allow"], "GET, HEAD");
    EXPECT_EQ(reply.fields["connection"], "close");
  }
}

TEST_F(WebServerTest, AGetWithABodyIsAnsweredAndItsBodyIsNoRequest) {
  const int port = listen();
  TestClient client(port);
  const std::string hidden = http_request(port, "/assets/main-1f.js");
  client.send(http_request(port, "/", "Content-Length: " + std::to_string(hidden.size()) + "\n") +
              hidden);
  EXPECT_EQ(read_reply(client).body, "<!doctype html>");
  EXPECT_EQ(client.line(), std::nullopt);
}

TEST_F(WebServerTest, ReportsAMissingPage) {
  const int port = listen({.folder = (folder_ / "none").string()});
  const HttpReply reply = ask(port, "/");
  EXPECT_EQ(reply.status, 503);
  EXPECT_NE(reply.body.find("./rubble"), std::string::npos);
  TestWebSocket page(port);
  EXPECT_TRUE(page.is_open());
}

TEST_F(WebServerTest, HundredsOfRequestsOnManyConnections) {
  put("big.txt", std::string(3 << 20, 'x'));
  const int port = listen({.max_connections = 100});
  std::vector<TestClient> clients;
  for (int i = 0; i < 100; ++i) clients.emplace_back(port);
  for (int round = 0; round < 3; ++round) {
    for (TestClient& client : clients) ASSERT_TRUE(client.send(http_request(port, "/")));
    for (TestClient& client : clients) ASSERT_EQ(read_reply(client).body, "<!doctype html>");
  }
  EXPECT_EQ(ask(port, "/big.txt").body.size(), 3u << 20);
}

// --- bad peers -------------------------------------------------------------------------------

TEST_F(WebServerTest, OtherNamesAreRefused) {
  const int port = listen();
  const auto status = [&](const std::string& head) {
    TestClient client(port);
    client.send("GET / HTTP/1.1\r\n" + head + "\r\n");
    return read_reply(client).status;
  };
  const std::string at_port = ":" + std::to_string(port) + "\r\n";
  EXPECT_EQ(status("Host: localhost" + at_port), 200);
  EXPECT_EQ(status("Host: evil.example" + at_port), 421);
  EXPECT_EQ(status("Host: 127.0.0.1\r\n"), 421);
  EXPECT_EQ(status(""), 421);
  EXPECT_EQ(status("Host: localhost" + at_port + "Host: evil.example" + at_port), 421);
  EXPECT_EQ(server_->counts().refused, 4);
}

TEST_F(WebServerTest, OversizeHeadsAndNonsenseAreAnsweredAndClosed) {
  const int port = listen();
  EXPECT_EQ(ask(port, "/", "Cookie: " + std::string(15 << 10, 'a') + "\n").status, 200);
  EXPECT_EQ(ask(port, "/", "Cookie: " + std::string(17 << 10, 'a') + "\n").status, 431);
  EXPECT_EQ(ask(port, "/" + std::string(1 << 20, 'a')).status, 431);
  TestClient client(port);
  client.send("\x16\x03\x01 is no HTTP\r\n\r\n");
  EXPECT_EQ(read_reply(client).status, 400);
  EXPECT_TRUE(client.sees_the_end());
}

TEST_F(WebServerTest, AnUnfinishedRequestTimesOut) {
  const int port = listen({.request_timeout = 0.2, .keep_alive_timeout = 0.5});
  TestClient slow(port);
  TestClient silent(port);
  std::atomic<bool> has_ended = false;
  std::thread drip([&] {
    slow.send("GET / HTTP/1.1\r\n");
    for (int i = 0; i < 500 && !has_ended; ++i) {
      has_ended = !slow.send("X");
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  EXPECT_TRUE(becomes_true([&] { return has_ended.load(); }));
  drip.join();
  EXPECT_TRUE(silent.sees_the_end());
  EXPECT_EQ(ask(port, "/").status, 200);
}

// What holds unless somebody says otherwise: whoever asks slowly or not at all is gone before long,
// and a page is not called silent before it was pinged.
TEST(WebServerSettings, GiveAQuarterOfAMinuteAtMostToARequest) {
  const WebServerSettings usual;
  EXPECT_GE(usual.request_timeout, 5.0);
  EXPECT_LE(usual.request_timeout, 15.0);
  EXPECT_GT(usual.keep_alive_timeout, usual.request_timeout);
  EXPECT_LE(usual.keep_alive_timeout, 60.0);
  EXPECT_GT(usual.silence_timeout, usual.keep_alive_timeout);
  EXPECT_LE(usual.silence_timeout, 120.0);
}

TEST_F(WebServerTest, IdleConnectionsAreEvictedForNewOnes) {
  const int port = listen({.max_connections = 4});
  TestWebSocket page(port);
  ASSERT_TRUE(page.is_open());
  std::vector<TestClient> idle;
  for (int i = 0; i < 20; ++i) idle.emplace_back(port);
  EXPECT_EQ(ask(port, "/").status, 200);
  EXPECT_TRUE(idle.front().sees_the_end());
  EXPECT_TRUE(page.say("still here"));
  EXPECT_EQ(events(2).size(), 2u);
}

TEST_F(WebServerTest, SlowRequestsAreEvictedForNewOnes) {
  const int port = listen({.max_connections = 4, .request_timeout = 600.0});
  TestWebSocket page(port);
  ASSERT_TRUE(page.is_open());
  std::vector<TestClient> half_open;
  for (int i = 0; i < 20; ++i) {
    half_open.emplace_back(port);
    half_open.back().send("GET / HTTP/1.1\r\nHost:");
  }
  EXPECT_TRUE(becomes_true([&] { return ask(port, "/").status == 200; }));
  EXPECT_TRUE(page.say("still here"));
  EXPECT_EQ(events(2).size(), 2u);
}

TEST_F(WebServerTest, PagesAreNotEvicted) {
  const int port = listen({.max_connections = 2});
  TestWebSocket first(port);
  TestWebSocket second(port);
  ASSERT_TRUE(second.is_open());
  EXPECT_EQ(ask(port, "/").status, 503);
  EXPECT_EQ(server_->counts().refused, 1);
  first.client().close();
  EXPECT_TRUE(becomes_true([&] { return ask(port, "/").status == 200; }));
}

// --- who may open a WebSocket ----------------------------------------------------------------

TEST_F(WebServerTest, OnlyOwnPagesGetAWebSocket) {
  const int port = listen();
  const auto status = [&](std::string_view target, const std::string& origin) {
    return ask(port, target, socket_fields(origin)).status;
  };
  const std::string own = "http://" + local_host(port);
  EXPECT_EQ(status("/ws", own), 101);
  EXPECT_EQ(status("/ws", ""), 403);
  EXPECT_EQ(status("/ws", "null"), 403);
  EXPECT_EQ(status("/ws", "http://evil.example"), 403);
  EXPECT_EQ(status("/ws", "https://" + local_host(port)), 403);
  EXPECT_EQ(status("/ws", "http://localhost:" + std::to_string(port)), 403);
  EXPECT_EQ(status("/ws", own + "\nOrigin: " + own), 403);
  EXPECT_EQ(status("/other", own), 403);
  EXPECT_EQ(status("/ws/", own), 403);
  EXPECT_EQ(ask(port, "/ws").status, 426);
  EXPECT_EQ(ask(port, "/ws", socket_fields(own), "POST").status, 405);
  EXPECT_EQ(server_->counts().refused, 8);
}

TEST_F(WebServerTest, TheHandshakeIsAnsweredAsTheStandardSaysAndWithoutCompression) {
  TestWebSocket page(listen());
  HttpReply granted = page.granted();
  EXPECT_EQ(granted.fields["sec-websocket-accept"], "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  EXPECT_EQ(granted.fields.count("sec-websocket-extensions"), 0u);
  EXPECT_EQ(granted.fields["x-content-type-options"], "nosniff");
}

TEST_F(WebServerTest, ABadHandshakeMakesNoPage) {
  const int port = listen();
  const std::string fields = "Connection: Upgrade\nUpgrade: websocket\nOrigin: http://" +
                             local_host(port) + "\nSec-WebSocket-Version: 8\n";
  EXPECT_GE(ask(port, "/ws", fields).status, 400);
  EXPECT_TRUE(server_->drain().empty());
  EXPECT_EQ(server_->counts().sockets, 0);
}

TEST_F(WebServerTest, ATokenMustBeBrought) {
  const std::string token = make_token();
  const int port = listen({.token = token});
  EXPECT_FALSE(TestWebSocket(port).is_open());
  EXPECT_FALSE(TestWebSocket(port, "/ws?token=").is_open());
  EXPECT_FALSE(TestWebSocket(port, "/ws?token=" + token + "0").is_open());
  EXPECT_FALSE(TestWebSocket(port, "/ws?token=" + make_token()).is_open());
  EXPECT_EQ(TestWebSocket(port).granted().status, 403);
  EXPECT_TRUE(TestWebSocket(port, "/ws?a=b&token=" + token).is_open());
  EXPECT_EQ(ask(port, "/").status, 200);
}

TEST_F(WebServerTest, ReachableFromElsewhereATokenIsNeeded) {
  EXPECT_FALSE(WebServer::listen(network_, {.host = "0.0.0.0"}));
  const int port = listen({.host = "0.0.0.0", .token = "t"});
  TestClient client(port);
  client.send("GET / HTTP/1.1\r\nHost: robots.example:1\r\n\r\n");
  EXPECT_EQ(read_reply(client).status, 200);
  EXPECT_FALSE(TestWebSocket(port).is_open());
  EXPECT_TRUE(TestWebSocket(port, "/ws?token=t").is_open());
}

TEST_F(WebServerTest, MorePagesThanTheLimitAreRefused) {
  const int port = listen({.max_sockets = 3});
  std::vector<std::unique_ptr<TestWebSocket>> pages;
  for (int i = 0; i < 3; ++i) pages.push_back(std::make_unique<TestWebSocket>(port));
  EXPECT_TRUE(pages.back()->is_open());
  EXPECT_EQ(TestWebSocket(port).granted().status, 503);
  EXPECT_EQ(server_->counts().sockets, 3);
  pages.pop_back();
  EXPECT_TRUE(becomes_true([&] { return TestWebSocket(port).is_open(); }));
}

// --- talking with pages ----------------------------------------------------------------------

TEST_F(WebServerTest, TellsWhoCameWhatTheySaidAndThatTheyWent) {
  const int port = listen();
  {
    TestWebSocket page(port);
    page.say("one");
    page.say("");
    page.say(std::string(16000, 'x'));
    page.send(8, "\x03\xe8");
    const auto answer = page.next();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->kind, 8);
    EXPECT_EQ(answer->code(), 1000);
  }
  const auto all = events(5);
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[0].kind, WebEventKind::Opened);
  EXPECT_EQ(all[1].text, "one");
  EXPECT_EQ(all[2].text, "");
  EXPECT_EQ(all[3].text.size(), 16000u);
  EXPECT_EQ(all[4].kind, WebEventKind::Closed);
  for (const WebEvent& event : all) EXPECT_EQ(event.session, all[0].session);
  EXPECT_EQ(server_->counts().sockets, 0);
  server_->send(all[0].session, text_frame("too late"));
  server_->close(all[0].session);
  EXPECT_EQ(server_->queued_bytes(all[0].session), 0u);
}

TEST_F(WebServerTest, FramesArriveWholeOfTheirKindAndInOrder) {
  TestWebSocket page(listen());
  const SessionId id = opened();
  std::thread sender([&] {
    for (int i = 0; i < 10000; ++i) {
      const std::string text =
          std::to_string(i) + std::string(static_cast<std::size_t>(i % 700), '.');
      server_->send(id, i % 3 == 0 ? binary_frame(text) : text_frame(text));
    }
  });
  for (int i = 0; i < 10000; ++i) {
    const auto frame = page.next();
    ASSERT_TRUE(frame);
    ASSERT_EQ(frame->kind, i % 3 == 0 ? 2 : 1);
    ASSERT_EQ(frame->bytes,
              std::to_string(i) + std::string(static_cast<std::size_t>(i % 700), '.'));
  }
  sender.join();
  EXPECT_TRUE(becomes_true([&] { return server_->queued_bytes(id) == 0; }));
  EXPECT_EQ(server_->bytes_sent(id), server_->counts().bytes_out);
  EXPECT_GT(server_->bytes_sent(id), 3'000'000);
}

TEST_F(WebServerTest, BigFramesArriveWhole) {
  TestWebSocket page(listen());
  const SessionId id = opened();
  std::string bytes;
  for (unsigned i = 0; i < 20 << 20; ++i) bytes += static_cast<char>(i * 7919u >> 3);
  server_->send(id, binary_frame(bytes));
  server_->send(id, text_frame(""));
  const auto frame = page.next();
  ASSERT_TRUE(frame);
  EXPECT_TRUE(frame->bytes == bytes);
  const auto empty = page.next();
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->kind, 1);
}

TEST_F(WebServerTest, MessagesMayComeInPiecesWithPingsBetween) {
  TestWebSocket page(listen());
  page.send(1, "in ", false);
  page.send(9, "are you there");
  page.send(0, "three ", false);
  const std::string last = TestWebSocket::frame(0, "pieces");
  for (const char byte : last) page.client().send(std::string_view(&byte, 1));
  const auto pong = page.next();
  ASSERT_TRUE(pong);
  EXPECT_EQ(pong->kind, 10);
  EXPECT_EQ(pong->bytes, "are you there");
  const auto all = events(2);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1].text, "in three pieces");
}

TEST_F(WebServerTest, WhatIsNotUnderstoodClosesThePageWithItsCode) {
  const int port = listen({.max_message_bytes = 1000});
  const auto code_after = [&](const std::string& bytes) {
    TestWebSocket page(port);
    page.client().send(bytes);
    const auto frame = page.next();
    return frame && frame->kind == 8 ? frame->code() : 0;
  };
  EXPECT_EQ(code_after(TestWebSocket::frame(2, "binary")), 1003);
  EXPECT_EQ(code_after(TestWebSocket::frame(1, std::string(1001, 'a'))), 1009);
  EXPECT_EQ(code_after(TestWebSocket::frame(1, std::string(600, 'a'), false) +
                       TestWebSocket::frame(0, std::string(600, 'a'))),
            1009);
  EXPECT_EQ(code_after(TestWebSocket::frame(1, "\xff\xfe")), 1007);
  EXPECT_EQ(code_after(std::string("\x81\x02hi")), 1002);  // not masked
  EXPECT_EQ(code_after(TestWebSocket::frame(3, "no such kind")), 1002);
  for (const WebEvent& event : events(12)) EXPECT_NE(event.kind, WebEventKind::Message);
  TestWebSocket page(port);
  EXPECT_TRUE(page.say(std::string(1000, 'a')));
  EXPECT_TRUE(becomes_true([&] {
    const auto all = server_->drain();
    return !all.empty() && all.back().text.size() == 1000;
  }));
}

TEST_F(WebServerTest, CloseComesAfterWhatWasSent) {
  TestWebSocket page(listen());
  const SessionId id = opened();
  for (int i = 0; i < 100; ++i) server_->send(id, text_frame(std::to_string(i)));
  server_->close(id);
  server_->send(id, text_frame("not this"));
  for (int i = 0; i < 100; ++i) ASSERT_EQ(page.next()->bytes, std::to_string(i));
  const auto last = page.next();
  ASSERT_TRUE(last);
  EXPECT_EQ(last->code(), 1000);
  EXPECT_TRUE(sees_closed(id));
}

TEST_F(WebServerTest, APageThatNeverReadsIsClosedAtItsLimitWhileOthersGoOn) {
  const int port = listen({.max_queued_bytes = 4 << 20});
  TestWebSocket deaf(port);
  const SessionId deaf_id = opened();
  TestWebSocket page(port);
  const SessionId id = opened();
  const auto frame = binary_frame(std::string(100'000, 'x'));
  bool has_closed = false;
  for (int i = 0; i < 500; ++i) {
    server_->send(deaf_id, frame);
    EXPECT_LE(server_->queued_bytes(deaf_id), 4u << 20);
    server_->send(id, frame);
    ASSERT_EQ(page.next()->bytes.size(), 100'000u);
    for (const WebEvent& event : server_->drain()) {
      EXPECT_EQ(event.session, deaf_id);
      has_closed = has_closed || event.kind == WebEventKind::Closed;
    }
  }
  EXPECT_TRUE(has_closed);
}

TEST_F(WebServerTest, APageThatTalksWithoutEndWaitsWhileOthersAreHeard) {
  const int port = listen({.max_message_bytes = 64 << 10, .max_queued_messages = 10});
  TestWebSocket talker(port);
  const SessionId talker_id = opened();
  TestWebSocket page(port);
  const SessionId id = opened();
  constexpr int kMessages = 400;
  const std::string text(60'000, 'x');
  std::thread talks([&] {
    for (int i = 0; i < kMessages; ++i) talker.client().send(TestWebSocket::frame(1, text), 20000);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  page.say("hello");
  int heard = 0;
  bool is_other_heard = false;
  EXPECT_TRUE(becomes_true([&] {
    int in_this_drain = 0;
    for (const WebEvent& event : server_->drain()) {
      in_this_drain += event.session == talker_id ? 1 : 0;
      is_other_heard = is_other_heard || event.session == id;
    }
    EXPECT_LE(in_this_drain, 10);
    heard += in_this_drain;
    return heard == kMessages;
  }));
  EXPECT_TRUE(is_other_heard);
  talks.join();
}

TEST_F(WebServerTest, SilentPagesArePingedAndClosedIfTheyDoNotAnswer) {
  TestWebSocket page(listen({.silence_timeout = 0.4}));
  const SessionId id = opened();
  for (int i = 0; i < 3; ++i) {
    const auto ping = page.next();
    ASSERT_TRUE(ping);
    ASSERT_EQ(ping->kind, 9);
    page.send(10, ping->bytes);
  }
  EXPECT_EQ(server_->counts().sockets, 1);
  EXPECT_TRUE(sees_closed(id));
}

TEST_F(WebServerTest, APageNobodyListensToIsNotSilent) {
  TestWebSocket page(listen({.max_queued_messages = 1, .silence_timeout = 0.1}));
  for (const char* text : {"one", "two", "three"}) page.say(text);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  std::vector<WebEvent> all;
  EXPECT_TRUE(becomes_true([&] {
    for (WebEvent& event : server_->drain()) all.push_back(std::move(event));
    return all.size() >= 4;
  }));
  EXPECT_EQ(all[3].text, "three");
}

TEST_F(WebServerTest, ResetsInTheMiddleHarmNobody) {
  const int port = listen();
  TestWebSocket page(port);
  const SessionId id = opened();
  for (int i = 0; i < 20; ++i) {
    TestClient asks(port);
    asks.send(http_request(port, "/").substr(0, static_cast<std::size_t>(3 * i)));
    asks.reset();
    TestWebSocket talks(port);
    const SessionId gone = opened();
    server_->send(gone, binary_frame(std::string(1 << 20, 'x')));
    talks.client().reset();
    EXPECT_TRUE(sees_closed(gone));
  }
  server_->send(id, text_frame("fine"));
  EXPECT_EQ(page.next()->bytes, "fine");
}

TEST_F(WebServerTest, EndsCleanlyUnderLoad) {
  for (int round = 0; round < 5; ++round) {
    const int port = listen();
    std::atomic<bool> is_over = false;
    std::vector<std::thread> browsers;
    for (int i = 0; i < 4; ++i)
      browsers.emplace_back([&, i] {
        while (!is_over) {
          TestWebSocket page(port);
          for (int k = 0; k < 20 && !is_over && page.is_open(); ++k) page.say("hello");
          if (i == 0) ask(port, "/");
          page.next(5);
        }
      });
    std::int64_t heard = 0;
    while (heard < 200)
      for (const WebEvent& event : server_->drain()) {
        server_->send(event.session, binary_frame(std::string(10'000, 'x')));
        ++heard;
      }
    server_.reset();
    is_over = true;
    for (std::thread& browser : browsers) browser.join();
  }
}

TEST_F(WebServerTest, PagesAreToldThatTheServerGoes) {
  TestWebSocket page(listen());
  ASSERT_NE(opened(), 0u);
  server_.reset();
  const auto last = page.next();
  ASSERT_TRUE(last);
  EXPECT_EQ(last->kind, 8);
  EXPECT_EQ(last->code(), 1001);
  EXPECT_TRUE(page.client().sees_the_end());
}

TEST_F(WebServerTest, AnotherProtocolHasItsOwnPathAndSubprotocol) {
  const WebSocketEndpoint other{
      .path = "/other", .subprotocol = "other.v1", .accepts_binary = true};
  const int port = listen({.endpoints = {{}, other}});
  const std::string origin = "http://" + local_host(port);
  const auto reply_to = [&](const std::string& more_fields) {
    return ask(port, "/other", socket_fields(origin) + more_fields);
  };
  EXPECT_EQ(reply_to("").status, 400);
  EXPECT_EQ(reply_to("Sec-WebSocket-Protocol: other.v2\n").status, 400);
  TestWebSocket client(port, "/other", "Sec-WebSocket-Protocol: other.v2, other.v1\n");
  ASSERT_TRUE(client.is_open());
  EXPECT_EQ(client.granted().fields.at("sec-websocket-protocol"), "other.v1");
  client.send(2, "bytes");
  const auto all = events(2);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].text, "/other");
  EXPECT_EQ(all[1].text, "bytes");
  EXPECT_TRUE(all[1].is_binary);
  TestWebSocket page(port);
  ASSERT_TRUE(page.is_open());
  EXPECT_FALSE(page.granted().fields.contains("sec-websocket-protocol"));
  EXPECT_EQ(ask(port, "/third", socket_fields(origin)).status, 403);
}

}  // namespace
}  // namespace rubble::net
