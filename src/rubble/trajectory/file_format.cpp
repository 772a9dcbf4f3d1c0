// SPDX-License-Identifier: Apache-2.0
#include "rubble/trajectory/file_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

#include "rubble/base/text.h"
#include "rubble/logs/carmen_line.h"
#include "rubble/logs/logged_message.h"
#include "rubble/serialization/text_lines.h"
#include "rubble/trajectory/graph_lines.h"

namespace rubble::trajectory {
namespace {

constexpr int kMaxInspectedLines = 20000;
constexpr std::size_t kEnoughRows = 200;

std::optional<FileFormat> kind_by_first_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 8> head{};
  file.read(head.data(), head.size());
  const std::string_view bytes(head.data(), static_cast<std::size_t>(file.gcount()));
  if (bytes == std::string_view("\x89MCAP0\r\n", 8)) return FileFormat::Recording;
  if (bytes.starts_with("\x89PNG")) return FileFormat::Picture;
  if (bytes.size() > 2 && bytes[0] == 'P' && (bytes[1] == '5' || bytes[1] == '2') &&
      (bytes[2] == '\n' || bytes[2] == ' ' || bytes[2] == '\r' || bytes[2] == '\t'))
    return FileFormat::Picture;
  const bool is_tiff = bytes.starts_with(std::string_view("II*\0", 4)) ||
                       bytes.starts_with(std::string_view("MM\0*", 4)) ||
                       bytes.starts_with(std::string_view("II+\0", 4)) ||
                       bytes.starts_with(std::string_view("MM\0+", 4));
  return is_tiff ? std::optional(FileFormat::Tiff) : std::nullopt;
}

// Formats of plain number rows are distinguished by column count and value ranges.
class RowGuess {
 public:
  void look_at(const std::vector<double>& numbers, bool has_commas) {
    if (columns_ == 0) {
      columns_ = numbers.size();
      has_commas_ = has_commas;
    }
    ++rows_;
    if (numbers.size() != 8) return;
    const double length =
        std::hypot(std::hypot(numbers[4], numbers[5]), std::hypot(numbers[6], numbers[7]));
    if (std::abs(length - 1.0) < 0.1) ++quaternions_;
  }

  std::optional<FileFormat> kind() const {
    if (columns_ == 4) return FileFormat::Planar;
    if (columns_ == 12) return FileFormat::Kitti;
    if (columns_ >= 8 && has_commas_) return FileFormat::Euroc;
    if (columns_ == 8) return 2 * quaternions_ >= rows_ ? FileFormat::Tum : FileFormat::Relations;
    return std::nullopt;
  }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }

 private:
  std::size_t columns_ = 0;
  std::size_t rows_ = 0;
  std::size_t quaternions_ = 0;
  bool has_commas_ = false;
};

std::optional<FileFormat> kind_by_tag(const std::vector<std::string_view>& words) {
  const GraphHead head = graph_head(words);
  if (head.tag != GraphTag::None && head.tag != GraphTag::Stamp && head.tag != GraphTag::Fixed &&
      head.tag != GraphTag::Scan)
    return head.is_toro ? FileFormat::Toro : FileFormat::G2o;
  const std::string_view tag = words[0];
  if (logs::carmen_head(tag).tag != logs::CarmenTag::None || tag == "PARAM" || tag == "TRUEPOS")
    return FileFormat::Carmen;
  if (tag == "image:" || tag == "resolution:" || tag == "occupied_thresh:")
    return FileFormat::MapDescription;
  return std::nullopt;
}

std::optional<FileFormat> kind_by_message(std::string_view line) {
  const auto message = logs::find_message(line);
  if (message && logs::is_told_by_robot(message->keyword)) return FileFormat::Usarsim;
  return line.find("\"stamp_i\"") != std::string_view::npos ||
                 line.find("\"constraints\"") != std::string_view::npos
             ? std::optional(FileFormat::Constraints)
             : std::nullopt;
}

std::optional<std::vector<double>> all_numbers(const std::vector<std::string_view>& words) {
  std::vector<double> numbers;
  for (const std::string_view word : words) {
    const auto number = parse_number(word);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

Error unknown_kind(const std::string& path, const RowGuess& rows) {
  const std::string seen =
      rows.columns() > 0 ? fmt::format("its lines have {} numbers", rows.columns())
                         : std::string("it has neither tags nor rows of numbers that we know");
  return Error{{path},
               "cannot tell what this file is: " + seen +
                   ". Known are TUM (8 numbers a line: timestamp tx ty tz qx qy qz qw), 2-D text "
                   "(4: timestamp x y theta), KITTI (12), EuRoC (commas), relations (8: stamp_i "
                   "stamp_j x y z roll pitch yaw), CARMEN and USARSim logs, g2o, TORO and "
                   "recordings (.mcap)"};
}

}  // namespace

const char* name_of(FileFormat kind) {
  switch (kind) {
    case FileFormat::Tum:
      return "a TUM trajectory";
    case FileFormat::Kitti:
      return "a KITTI trajectory";
    case FileFormat::Euroc:
      return "a EuRoC trajectory";
    case FileFormat::Planar:
      return "a 2-D text trajectory";
    case FileFormat::Relations:
      return "a relations file";
    case FileFormat::Carmen:
      return "a CARMEN log";
    case FileFormat::Usarsim:
      return "a log of USARSim messages";
    case FileFormat::G2o:
      return "a g2o graph";
    case FileFormat::Toro:
      return "a TORO graph";
    case FileFormat::Recording:
      return "a recording";
    case FileFormat::Constraints:
      return "a file of constraints";
    case FileFormat::MapDescription:
      return "an occupancy map";
    case FileFormat::Picture:
      return "a picture";
    case FileFormat::Tiff:
      return "a TIFF picture";
  }
  return "";
}

Result<FileFormat> detect_format(const std::string& path) {
  std::error_code code;
  const bool is_plain = std::filesystem::is_regular_file(path, code);
  if (const auto kind = is_plain ? kind_by_first_bytes(path) : std::nullopt) return *kind;
  auto lines = TextLines::open(path);
  if (!lines) return lines.error();
  RowGuess rows;
  std::vector<std::string_view> words;
  while (const auto line = lines->next()) {
    if (lines->number() > kMaxInspectedLines || rows.rows() >= kEnoughRows) break;
    if (is_blank_or_comment(*line)) continue;
    split_fields(*line, words);
    if (const auto kind = kind_by_tag(words)) return *kind;
    if (const auto numbers = all_numbers(words)) {
      rows.look_at(*numbers, line->find(',') != std::string_view::npos);
    } else if (const auto kind = kind_by_message(*line)) {
      return *kind;
    }
  }
  if (lines->problem()) return *lines->problem();
  if (const auto kind = rows.kind()) return *kind;
  return unknown_kind(path, rows);
}

}  // namespace rubble::trajectory
