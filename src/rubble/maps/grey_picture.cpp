// SPDX-License-Identifier: Apache-2.0
#include "rubble/maps/grey_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <optional>

#include "rubble/serialization/text_output.h"

namespace rubble::maps {
namespace {

constexpr std::uintmax_t kMaxPictureBytes = std::uintmax_t{1} << 30;  // bytes of the file

Result<std::string> read_bytes(const std::string& path) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) return Error{{path}, "this is a folder"};
  const auto size = std::filesystem::file_size(path, code);
  if (code) return Error{{path}, "this picture cannot be read: " + code.message()};
  if (size > kMaxPictureBytes) return Error{{path}, "this picture is larger than 1 GB"};
  std::string bytes(static_cast<std::size_t>(size), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file) return Error{{path}, "this picture cannot be read"};
  return bytes;
}

// Goes through the numbers of a PGM's head, or of a whole P2; comments run to the end of the line.
class PgmNumbers {
 public:
  explicit PgmNumbers(std::string_view bytes) : bytes_(bytes) {}

  std::optional<int> next() {
    skip_blanks();
    int value = 0;
    bool has_digit = false;
    while (at_ < bytes_.size() && bytes_[at_] >= '0' && bytes_[at_] <= '9') {
      has_digit = true;
      value = 10 * value + (bytes_[at_++] - '0');
      if (value > 100'000'000) return std::nullopt;
    }
    return has_digit ? std::optional(value) : std::nullopt;
  }
  // Behind the single blank that ends the head.
  std::string_view rest() const { return bytes_.substr(std::min(at_ + 1, bytes_.size())); }

 private:
  void skip_blanks() {
    while (at_ < bytes_.size()) {
      if (bytes_[at_] == '#')
        at_ = std::min(bytes_.find('\n', at_), bytes_.size());
      else if (static_cast<unsigned char>(bytes_[at_]) > ' ')
        return;
      else
        ++at_;
    }
  }

  std::string_view bytes_;
  std::size_t at_ = 2;
};

std::uint8_t scaled(int value, int largest) {
  return static_cast<std::uint8_t>(std::clamp(value, 0, largest) * 255 / largest);
}

Error too_many_pixels(const std::string& path, long long width, long long height) {
  return Error{
      {path},
      fmt::format("this picture has {} x {} pixels; maps have 1 to 100 million", width, height)};
}

Result<void> check_size(const std::string& path, long long width, long long height) {
  if (width < 1 || height < 1 || width > 1'000'000 || height > 1'000'000 ||
      static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) > kMaxMapCells)
    return too_many_pixels(path, width, height);
  return {};
}

bool fill_from_numbers(PgmNumbers& numbers, int largest, GreyPicture& picture) {
  for (std::uint8_t& pixel : picture.pixels) {
    const auto value = numbers.next();
    if (!value) return false;
    pixel = scaled(*value, largest);
  }
  return true;
}

bool fill_from_bytes(std::string_view bytes, int largest, GreyPicture& picture) {
  const std::size_t width = largest > 255 ? 2 : 1;
  if (bytes.size() < width * picture.pixels.size()) return false;
  for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
    int value = static_cast<unsigned char>(bytes[i * width]);
    if (width == 2) value = 256 * value + static_cast<unsigned char>(bytes[i * width + 1]);
    picture.pixels[i] = scaled(value, largest);
  }
  return true;
}

Result<GreyPicture> read_pgm(const std::string& path, std::string_view bytes) {
  PgmNumbers numbers(bytes);
  const auto width = numbers.next(), height = numbers.next(), largest = numbers.next();
  if (!width || !height || !largest || *largest < 1 || *largest > 65535)
    return Error{{path},
                 "the head of this PGM is broken: wanted P5 or P2, width, height and the "
                 "largest value"};
  if (const auto fine = check_size(path, *width, *height); !fine) return fine.error();
  GreyPicture picture{*width, *height, {}, {}};
  const auto count = static_cast<std::size_t>(*width) * static_cast<std::size_t>(*height);
  // No memory for what a head only claims: a pixel takes a byte, or a digit and mostly a blank.
  bool is_whole = bytes.size() >= count;
  if (is_whole) {
    picture.pixels.resize(count);
    is_whole = bytes[1] == '2' ? fill_from_numbers(numbers, *largest, picture)
                               : fill_from_bytes(numbers.rest(), *largest, picture);
  }
  if (!is_whole)
    return Error{{path},
                 fmt::format("this PGM ends too early: wanted {} x {} pixels", *width, *height)};
  return picture;
}

long long big_endian(std::string_view bytes, std::size_t at) {
  long long value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = 256 * value + static_cast<unsigned char>(bytes[at + i]);
  return value;
}

GreyPicture grey_of(const cv::Mat& image) {
  GreyPicture picture{image.cols, image.rows, {}, {}};
  const int channels = image.channels();
  const int colours = channels == 4 ? 3 : channels == 2 ? 1 : channels;
  const std::size_t count = image.total();
  picture.pixels.reserve(count);
  if (colours < channels) picture.is_transparent.reserve(count);
  for (int row = 0; row < image.rows; ++row) {
    const std::uint8_t* pixel = image.ptr<std::uint8_t>(row);
    for (int column = 0; column < image.cols; ++column, pixel += channels) {
      int sum = 0;
      for (int colour = 0; colour < colours; ++colour) sum += pixel[colour];
      picture.pixels.push_back(static_cast<std::uint8_t>(sum / colours));
      if (colours < channels) picture.is_transparent.push_back(pixel[colours] == 0);
    }
  }
  return picture;
}

Result<GreyPicture> read_png(const std::string& path, const std::string& bytes) {
  if (bytes.size() < 24) return Error{{path}, "this PNG ends too early"};
  const auto fine = check_size(path, big_endian(bytes, 16), big_endian(bytes, 20));
  if (!fine) return fine.error();
  cv::Mat image;
  try {
    const cv::Mat packed(1, static_cast<int>(bytes.size()), CV_8U, const_cast<char*>(bytes.data()));
    image = cv::imdecode(packed, cv::IMREAD_UNCHANGED);
    if (image.depth() == CV_16U) image.convertTo(image, CV_8U, 1.0 / 257.0);
  } catch (const cv::Exception&) {
    image = cv::Mat();
  }
  if (image.empty() || image.depth() != CV_8U) return Error{{path}, "this PNG is damaged"};
  return grey_of(image);
}

}  // namespace

Result<GreyPicture> read_grey_picture(const std::string& path) {
  const auto bytes = read_bytes(path);
  if (!bytes) return bytes.error();
  if (bytes->starts_with("P5") || bytes->starts_with("P2")) return read_pgm(path, *bytes);
  if (bytes->starts_with("\x89PNG")) return read_png(path, *bytes);
  return Error{{path}, "this is no picture we know: wanted PGM (P5, P2) or PNG"};
}

Result<void> write_grey_picture(const std::string& path, const GreyPicture& picture) {
  TextOutput out(path);
  if (path.ends_with(".pgm")) {
    out << fmt::format("P5\n{} {}\n255\n", picture.width, picture.height);
    out << std::string_view(reinterpret_cast<const char*>(picture.pixels.data()),
                            picture.pixels.size());
    return out.finish();
  }
  std::vector<std::uint8_t> packed;
  try {
    const cv::Mat image(picture.height, picture.width, CV_8U,
                        const_cast<std::uint8_t*>(picture.pixels.data()));
    cv::imencode(".png", image, packed);
  } catch (const cv::Exception&) {
    return Error{{path}, "this map cannot be packed as PNG; is it too wide?"};
  }
  out << std::string_view(reinterpret_cast<const char*>(packed.data()), packed.size());
  return out.finish();
}

}  // namespace rubble::maps
