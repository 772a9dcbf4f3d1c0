// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/web/origin_policy.h"

#include <gtest/gtest.h>

#include <set>

#include "rubble/net/web/web_server.h"

namespace rubble::net {
namespace {

const OriginPolicy kLocalPolicy{"127.0.0.1", 8080, ""};

TEST(OriginPolicyTest, ALocalServerGoesByItsLocalNamesOnly) {
  for (const char* own : {"127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"})
    EXPECT_TRUE(names_this_server(kLocalPolicy, own)) << own;
  for (const char* other :
       {"", "127.0.0.1", "localhost", "127.0.0.1:8081", "localhost:80800", "evil.example:8080",
        "localhost.evil.example:8080", "localhost:8080.evil.example", "localhost:8080@evil.example",
        "127.0.0.1:8080 ", "127.0.0.2:8080"})
    EXPECT_FALSE(names_this_server(kLocalPolicy, other)) << other;
  EXPECT_TRUE(names_this_server({"127.0.0.2", 8080, ""}, "127.0.0.2:8080"));
  EXPECT_TRUE(names_this_server({"::1", 8080, ""}, "[::1]:8080"));
  EXPECT_TRUE(names_this_server({"127.0.0.1", 80, ""}, "localhost"));
}

TEST(OriginPolicyTest, AReachableServerGoesByAnyNameThatMayStandInAHeader) {
  const OriginPolicy policy{"0.0.0.0", 8080, "secret"};
  EXPECT_TRUE(names_this_server(policy, "robots.example:8080"));
  EXPECT_TRUE(names_this_server(policy, "10.1.2.3:9090"));
  EXPECT_FALSE(names_this_server(policy, ""));
  EXPECT_FALSE(names_this_server(policy, "a; script-src *"));
  EXPECT_FALSE(names_this_server(policy, std::string(256, 'a')));
}

TEST(OriginPolicyTest, OnlyTheSamePlaceIsTheSameOrigin) {
  EXPECT_TRUE(is_own_origin("http://localhost:8080", "localhost:8080"));
  for (const char* other :
       {"", "null", "localhost:8080", "https://localhost:8080", "http://localhost:8081",
        "http://127.0.0.1:8080", "http://localhost:8080/", "http://localhost:8080.evil.example",
        "http://evil.example"})
    EXPECT_FALSE(is_own_origin(other, "localhost:8080")) << other;
  EXPECT_FALSE(is_own_origin("http://", ""));
}

TEST(OriginPolicyTest, FindsPathAndQuery) {
  EXPECT_EQ(path_of("/ws?token=a?b"), "/ws");
  EXPECT_EQ(path_of("/"), "/");
  EXPECT_EQ(query_value("/ws?token=abc", "token"), "abc");
  EXPECT_EQ(query_value("/ws?a=1&token=x%2Fy%&token=z", "token"), "x/y%");
  EXPECT_EQ(query_value("/ws?mytoken=abc&token", "token"), "");
  EXPECT_EQ(query_value("/ws", "token"), "");
  EXPECT_EQ(query_value("/ws?", "token"), "");
  EXPECT_EQ(query_value("/ws?token=%4", "token"), "%4");
  EXPECT_EQ(query_value("/ws?token=%zz%-1", "token"), "%zz%-1");
}

TEST(OriginPolicyTest, ASecretEqualsOnlyItself) {
  EXPECT_TRUE(equals_secret("abc", "abc"));
  EXPECT_FALSE(equals_secret("abd", "abc"));
  EXPECT_FALSE(equals_secret("ab", "abc"));
  EXPECT_FALSE(equals_secret("", "abc"));
}

TEST(OriginPolicyTest, TokensAre128BitsAndNeverTheSame) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) tokens.insert(make_token());
  EXPECT_EQ(tokens.size(), 100u);
  for (const std::string& token : tokens) {
    EXPECT_EQ(token.size(), 32u);
    EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
  }
}

TEST(OriginPolicyTest, KnowsLoopback) {
  for (const char* local : {"127.0.0.1", "127.3.2.1", "localhost", "LocalHost", "::1", "[::1]"})
    EXPECT_TRUE(is_loopback(local)) << local;
  for (const char* reachable : {"", "0.0.0.0", "::", "10.0.0.1", "128.0.0.1", "127.0.0.1.example",
                                "localhost.example", "127.1.example", "2001:db8::1"})
    EXPECT_FALSE(is_loopback(reachable)) << reachable;
}

TEST(OriginPolicyTest, NoHostCanLoosenThePolicy) {
  const auto policy = [](std::string_view host) { return security_headers(host).front().second; };
  EXPECT_NE(policy("localhost:1").find("connect-src 'self' ws://localhost:1;"), std::string::npos);
  EXPECT_EQ(policy("x; script-src *"), policy(""));
}

}  // namespace
}  // namespace rubble::net
