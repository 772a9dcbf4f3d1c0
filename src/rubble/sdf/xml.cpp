// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/xml.h"

#include <expat.h>

#include <cmath>
#include <cstdlib>

#include "rubble/base/text.h"

namespace rubble {
namespace {

constexpr std::size_t kMaxXmlDepth = 100;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// Hand-written worlds have "--" inside comments, which strict XML forbids and SDFormat lets pass.
// Line ends stay, so that lines are still counted right.
std::string without_comments(std::string_view text) {
  constexpr std::string_view kComment = "<!--", kData = "<![CDATA[";
  std::string plain(text);
  std::size_t at = 0;
  while ((at = plain.find("<!", at)) != std::string::npos) {
    const bool is_comment = plain.compare(at, kComment.size(), kComment) == 0;
    const bool is_data = plain.compare(at, kData.size(), kData) == 0;
    const std::size_t end = plain.find(is_data ? "]]>" : "-->", at + 4);
    if (!is_comment && !is_data) {
      at += 2;
    } else if (end == std::string::npos) {
      break;
    } else if (is_data) {
      at = end + 3;
    } else {
      for (; at < end + 3; ++at)
        if (plain[at] != '\n') plain[at] = ' ';
    }
  }
  return plain;
}

// Expat calls this back while it reads.
class XmlReader {
 public:
  explicit XmlReader(const std::string& file)
      : file_(std::make_shared<const std::string>(file)), parser_(XML_ParserCreate(nullptr)) {
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(parser_, &XmlReader::on_start, &XmlReader::on_end);
    XML_SetCharacterDataHandler(parser_, &XmlReader::on_text);
    XML_SetStartDoctypeDeclHandler(parser_, &XmlReader::on_doctype);
  }
  ~XmlReader() { XML_ParserFree(parser_); }
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;

  Result<XmlNode> read(std::string_view text) {
    const XML_Status status =
        XML_Parse(parser_, text.data(), static_cast<int>(text.size()), XML_TRUE);
    if (!refusal_.empty()) return Error{{*file_, line()}, refusal_};
    if (status != XML_STATUS_OK)
      return Error{
          {*file_, line()},
          std::string("not well-formed XML: ") + XML_ErrorString(XML_GetErrorCode(parser_))};
    return std::move(root_);
  }

 private:
  static XmlReader& of(void* self) { return *static_cast<XmlReader*>(self); }

  static void on_start(void* self, const char* name, const char** attributes) {
    of(self).start(name, attributes);
  }
  static void on_end(void* self, const char*) {
    auto& open = of(self).open_;
    open.back()->text = std::string(trimmed(open.back()->text));
    open.pop_back();
  }
  static void on_text(void* self, const char* text, int length) {
    auto& open = of(self).open_;
    if (!open.empty()) open.back()->text.append(text, static_cast<std::size_t>(length));
  }
  static void on_doctype(void* self, const char*, const char*, const char*, int) {
    of(self).refuse("document type declarations are not read");
  }

  void refuse(std::string reason) {
    refusal_ = std::move(reason);
    XML_StopParser(parser_, XML_FALSE);
  }

  void start(const char* name, const char** attributes) {
    if (open_.size() >= kMaxXmlDepth)
      return refuse("elements nest deeper than " + std::to_string(kMaxXmlDepth) + " levels");
    XmlNode* node = &root_;
    if (!open_.empty()) node = &open_.back()->children.emplace_back();
    node->name = name;
    node->file = file_;
    node->line = line();
    for (; *attributes != nullptr; attributes += 2)
      node->attributes.emplace_back(attributes[0], attributes[1]);
    open_.push_back(node);
  }

  int line() const { return static_cast<int>(XML_GetCurrentLineNumber(parser_)); }

  std::shared_ptr<const std::string> file_;
  XML_Parser parser_;
  XmlNode root_;
  // Each open element is the last child of the one before it, so these do not move.
  std::vector<XmlNode*> open_;
  std::string refusal_;
};

}  // namespace

const std::string* XmlNode::attribute(std::string_view attribute_name) const {
  for (const auto& [key, value] : attributes)
    if (key == attribute_name) return &value;
  return nullptr;
}

std::string XmlNode::attribute_or(std::string_view attribute_name,
                                  std::string_view fallback) const {
  const std::string* value = attribute(attribute_name);
  return value != nullptr ? *value : std::string(fallback);
}

const XmlNode* XmlNode::child(std::string_view path) const {
  const std::size_t slash = path.find('/');
  const std::string_view head = path.substr(0, slash);
  for (const XmlNode& node : children) {
    if (node.name != head) continue;
    return slash == std::string_view::npos ? &node : node.child(path.substr(slash + 1));
  }
  return nullptr;
}

std::vector<const XmlNode*> XmlNode::all(std::string_view child_name) const {
  std::vector<const XmlNode*> found;
  for (const XmlNode& node : children)
    if (node.name == child_name) found.push_back(&node);
  return found;
}

std::optional<std::vector<double>> numbers_at(const XmlNode& node, std::string_view path,
                                              std::size_t count) {
  const XmlNode* leaf = node.child(path);
  if (leaf == nullptr) return std::nullopt;
  return parse_numbers(leaf->text, count);
}

std::optional<double> number_at(const XmlNode& node, std::string_view path) {
  const auto numbers = numbers_at(node, path, 1);
  if (!numbers) return std::nullopt;
  return numbers->front();
}

std::optional<Vec3> vector_at(const XmlNode& node, std::string_view path) {
  const auto numbers = numbers_at(node, path, 3);
  if (!numbers) return std::nullopt;
  return Vec3((*numbers)[0], (*numbers)[1], (*numbers)[2]);
}

bool flag_at(const XmlNode& node, std::string_view path, bool fallback) {
  const XmlNode* leaf = node.child(path);
  if (leaf == nullptr || leaf->text.empty()) return fallback;
  return leaf->text == "true" || leaf->text == "1" || leaf->text == "True";
}

std::string text_at(const XmlNode& node, std::string_view path) {
  const XmlNode* leaf = node.child(path);
  return leaf != nullptr ? leaf->text : std::string();
}

std::optional<std::vector<double>> leading_numbers(const std::string& text) {
  std::vector<double> numbers;
  for (const std::string_view word : split_words(text)) {
    const std::string whole(word);
    char* end = nullptr;
    numbers.push_back(std::strtod(whole.c_str(), &end));
    if (end == whole.c_str() || !std::isfinite(numbers.back())) return std::nullopt;
  }
  return numbers;
}

Pose pose_in(const XmlNode& holder) {
  const XmlNode* pose = holder.child("pose");
  if (pose == nullptr) return {};
  const std::vector<double> n = leading_numbers(pose->text).value_or(std::vector<double>{});
  if (n.size() == 7) {
    const Quat rotation(n[6], n[3], n[4], n[5]);
    return {Vec3(n[0], n[1], n[2]),
            rotation.norm() > 1e-12 ? rotation.normalized() : Quat::Identity()};
  }
  if (n.size() != 6) return {};
  const double unit = pose->attribute_or("degrees", "false") == "true" ? kPi / 180.0 : 1.0;
  return make_pose(n[0], n[1], n[2], unit * n[3], unit * n[4], unit * n[5]);
}

Result<XmlNode> parse_xml(std::string_view text, const std::string& file) {
  if (text.find('\0') != std::string_view::npos)
    return Error{{file, 1}, "not well-formed XML: the text holds a zero byte"};
  return XmlReader(file).read(without_comments(text));
}

}  // namespace rubble
