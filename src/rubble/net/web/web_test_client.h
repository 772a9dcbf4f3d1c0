// SPDX-License-Identifier: Apache-2.0
// HTTP and WebSocket client written by hand, so that tests can also send what no browser sends.
#pragma once

#include <cctype>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "rubble/net/test_client.h"

namespace rubble::net {

struct HttpReply {
  int status = 0;                             // 0: no reply
  std::map<std::string, std::string> fields;  // by name in lower case
  std::string body;
};

inline HttpReply read_reply(TestClient& client, bool has_body = true) {
  HttpReply reply;
  const auto first = client.line();
  if (!first || first->size() < 12) return reply;
  reply.status = std::stoi(first->substr(9, 3));
  for (auto line = client.line(); line && !line->empty(); line = client.line()) {
    const std::size_t colon = line->find(": ");
    std::string name = line->substr(0, colon);
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    reply.fields[name] = colon == std::string::npos ? "" : line->substr(colon + 2);
  }
  if (has_body && reply.fields.contains("content-length"))
    reply.body = client.bytes(std::stoul(reply.fields["content-length"]));
  return reply;
}

inline std::string local_host(int port) { return "127.0.0.1:" + std::to_string(port); }

// The text of a request; `fields` are header lines terminated by LF.
inline std::string http_request(int port, std::string_view target, std::string_view fields = "",
                                std::string_view method = "GET") {
  std::string text = std::string(method) + " " + std::string(target) +
                     " HTTP/1.1\r\nHost: " + local_host(port) + "\r\n";
  for (const char c : fields) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return text + "\r\n";
}

inline HttpReply ask(int port, std::string_view target, std::string_view fields = "",
                     std::string_view method = "GET") {
  TestClient client(port);
  client.send(http_request(port, target, fields, method));
  return read_reply(client, method != "HEAD");
}

inline std::string socket_fields(const std::string& origin) {
  return "Connection: keep-alive, Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\n"
         "Sec-WebSocket-Extensions: permessage-deflate\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n" +
         (origin.empty() ? std::string() : "Origin: " + origin + "\n");
}

struct SocketFrame {
  int kind = 0;  // 1 text, 2 binary, 8 close, 9 ping, 10 pong
  std::string bytes;
  // Of a close frame.
  int code() const {
    if (bytes.size() < 2) return 0;
    return static_cast<unsigned char>(bytes[0]) << 8 | static_cast<unsigned char>(bytes[1]);
  }
};

class TestWebSocket {
 public:
  explicit TestWebSocket(int port, std::string_view target = "/ws",
                         const std::string& more_fields = "")
      : client_(port) {
    const std::string fields = socket_fields("http://" + local_host(port)) + more_fields;
    client_.send(http_request(port, target, fields));
    granted_ = read_reply(client_);
  }

  bool is_open() const { return granted_.status == 101; }
  const HttpReply& granted() const { return granted_; }
  TestClient& client() { return client_; }

  static std::string frame(int kind, std::string_view bytes, bool is_last = true) {
    std::string text(1, static_cast<char>(kind | (is_last ? 0x80 : 0)));
    const std::size_t size = bytes.size();
    const int length_bytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
    const std::size_t mark = length_bytes == 0 ? size : length_bytes == 2 ? 126u : 127u;
    text += static_cast<char>(0x80 | mark);
    for (int i = length_bytes - 1; i >= 0; --i) text += static_cast<char>(size >> (8 * i));
    const std::string mask = "\x11\xa2\x37\xf4";
    text += mask;
    for (std::size_t i = 0; i < size; ++i) text += static_cast<char>(bytes[i] ^ mask[i % 4]);
    return text;
  }
  bool send(int kind, std::string_view bytes, bool is_last = true) {
    return client_.send(frame(kind, bytes, is_last));
  }
  bool say(std::string_view text) { return send(1, text); }

  std::optional<SocketFrame> next(int milliseconds = 5000) {
    const std::string head = client_.bytes(2, milliseconds);
    if (head.size() < 2) return {};
    std::size_t size = head[1] & 0x7f;
    if (size >= 126) {
      const std::size_t length_bytes = size == 126 ? 2 : 8;
      size = 0;
      for (const char c : client_.bytes(length_bytes))
        size = size << 8 | static_cast<unsigned char>(c);
    }
    return SocketFrame{head[0] & 0x0f, client_.bytes(size)};
  }

 private:
  TestClient client_;
  HttpReply granted_;
};

}  // namespace rubble::net
