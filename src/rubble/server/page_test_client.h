// SPDX-License-Identifier: Apache-2.0
// A page for tests: sends requests, waits for replies and keeps all received frames.
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rubble/net/web/web_test_client.h"

namespace rubble::server {

class PageTestClient {
 public:
  using Json = nlohmann::json;
  enum BinaryKind {
    Models = 1,
    Poses = 2,
    Scan = 3,
    Depth = 4,
    Picture = 5,
    Particles = 6,
    Links = 7,
    Coverage = 8
  };

  explicit PageTestClient(int port) : page_(port) {}

  bool is_open() const { return page_.is_open(); }
  net::TestWebSocket& page() { return page_; }
  void leave() { page_.client().close(); }

  // Receives one frame; false on timeout.
  bool look(int milliseconds = 20000) {
    const auto frame = page_.next(milliseconds);
    if (!frame || frame->kind == 8) return false;
    bytes_ += frame->bytes.size();
    if (frame->kind == 1) {
      Json message = Json::parse(frame->bytes);
      order_.push_back(message["type"]);
      texts_[order_.back()].push_back(std::move(message));
    } else if (frame->kind == 2 && !frame->bytes.empty()) {
      order_.push_back("binary " + std::to_string(frame->bytes[0]));
      binaries_[frame->bytes[0]].push_back(frame->bytes);
    }
    return true;
  }
  void look_for(double seconds) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (std::chrono::steady_clock::now() < until) look(10);
  }
  // Receives until a condition is true; false on timeout.
  bool sees(const std::function<bool()>& claim, int milliseconds = 30000) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (!claim()) {
      if (std::chrono::steady_clock::now() > until) return false;
      look(100);
    }
    return true;
  }
  // The next message of a type; null on timeout.
  Json next(const std::string& type) {
    const std::size_t had = texts_[type].size();
    return sees([&] { return texts_[type].size() > had; }) ? texts_[type].back() : Json();
  }
  // The latest message of a type; valid until more is received.
  const Json& last(const std::string& type) {
    static const Json kNothing;
    if (texts_[type].empty()) next(type);
    return texts_[type].empty() ? kNothing : texts_[type].back();
  }
  Json status_with(const std::function<bool(const Json&)>& claim) {
    const bool has_come =
        sees([&] { return !texts_["status"].empty() && claim(texts_["status"].back()); });
    return has_come ? texts_["status"].back() : Json();
  }
  Json robot(const std::string& name) {
    const Json status = next("status");
    for (const Json& robot : status["robots"])
      if (robot["name"] == name) return robot;
    return {};
  }

  void say(const Json& request) { page_.say(request.dump()); }
  // Sends a request with an id; returns the reply, or null on timeout.
  Json ask(Json request) {
    const int id = say_with_id(std::move(request));
    return answer_to(id);
  }
  int say_with_id(Json request) {
    request["id"] = ++last_id_;
    say(request);
    return last_id_;
  }
  Json answer_to(int id) {
    Json found;
    sees([&] {
      for (const Json& answer : texts_["answer"])
        if (answer["id"] == id) found = answer;
      return !found.is_null();
    });
    return found;
  }

  const std::vector<std::string>& order() const { return order_; }
  const std::vector<Json>& all(const std::string& type) { return texts_[type]; }
  const std::vector<std::string>& binaries(int kind) { return binaries_[kind]; }
  std::size_t bytes() const { return bytes_; }
  void forget() {
    order_.clear();
    texts_.clear();
    binaries_.clear();
    bytes_ = 0;
  }

 private:
  net::TestWebSocket page_;
  int last_id_ = 0;
  std::size_t bytes_ = 0;
  std::vector<std::string> order_;
  std::map<std::string, std::vector<Json>> texts_;
  std::map<int, std::vector<std::string>> binaries_;
};

}  // namespace rubble::server
