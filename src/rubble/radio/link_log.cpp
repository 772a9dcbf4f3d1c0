// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/link_log.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>

namespace rubble::radio {
namespace {

// Quotes as in RFC 4180: names may contain commas.
std::string csv_word(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

Result<LinkLog> LinkLog::open(const std::string& path) {
  LinkLog log(path);
  log.file_ << "time,first,second,distance,walls,wall_loss,dbm,up,loss,rate\n" << std::flush;
  if (!log.file_) return Error{{path}, std::string("cannot be written: ") + std::strerror(errno)};
  return log;
}

Result<void> LinkLog::write(const Links& links) {
  if (has_failed_) return {};
  std::string text;
  const auto count = static_cast<int>(links.stations.size());
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b < count; ++b) {
      const Link& link = links.between(a, b);
      text += fmt::format("{:.3f},{},{},{:.4f},{},{:.3f},{:.3f},{},{:.5f},{}\n", links.time,
                          csv_word(links.stations[static_cast<std::size_t>(a)].name),
                          csv_word(links.stations[static_cast<std::size_t>(b)].name), link.distance,
                          link.walls, link.wall_loss, link.dbm, link.is_up ? 1 : 0, link.loss,
                          link.rate);
    }
  file_ << text << std::flush;
  if (file_) return {};
  has_failed_ = true;
  return Error{{path_}, std::string("cannot be written any more: ") + std::strerror(errno)};
}

}  // namespace rubble::radio
