// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/sdf_tree.h"

#include <iostream>
#include <mutex>
#include <sdf/Console.hh>
#include <sdf/Error.hh>
#include <sdf/ParserConfig.hh>
#include <sstream>
#include <string_view>
#include <utility>

#include "rubble/sdf/rubble_elements.h"

namespace rubble {
namespace {

// SDFormat reports to one console for the whole process, and the URDF reader to std::cerr. Both
// are listened to while one thread at a time parses; the app decides what is shown.
class ConsoleListener {
 public:
  ConsoleListener()
      : lock_(mutex()),
        stream_before_(sdf::Console::Instance()->GetMsgStream().GetStream()),
        cerr_before_(std::cerr.rdbuf(urdf_text_.rdbuf())) {
    sdf::Console::Instance()->GetMsgStream().SetStream(&sdf_text_);
  }
  ~ConsoleListener() {
    sdf::Console::Instance()->GetMsgStream().SetStream(stream_before_);
    std::cerr.rdbuf(cerr_before_);
  }
  ConsoleListener(const ConsoleListener&) = delete;
  ConsoleListener& operator=(const ConsoleListener&) = delete;

  std::string text() const { return sdf_text_.str(); }

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }

  std::scoped_lock<std::mutex> lock_;
  std::ostringstream sdf_text_;
  std::ostringstream urdf_text_;
  std::ostream* stream_before_;
  std::streambuf* cerr_before_;
};

// What SDFormat's errors mean for us: ours to report with a better place, odd, or wrong.
enum class Meaning { Known, Odd, Wrong };

bool mentions(const sdf::Error& error, const char* words) {
  return error.Message().find(words) != std::string::npos;
}

// The scan counts includes that are missing or online; there should be no others.
bool has_missing_includes(const LoadContext& context) {
  const auto& warnings = context.scan().warnings;
  return std::any_of(warnings.begin(), warnings.end(), [](const Warning& warning) {
    return warning.kind == "missing include" || warning.kind == "online include";
  });
}

Meaning meaning_of(const sdf::Error& error, const LoadContext& context) {
  switch (error.Code()) {
    case sdf::ErrorCode::URI_INVALID:
    case sdf::ErrorCode::URI_LOOKUP:
      return has_missing_includes(context) ? Meaning::Known : Meaning::Wrong;
    case sdf::ErrorCode::LINK_INERTIA_INVALID:  // load_inertial says more
      return Meaning::Known;
    case sdf::ErrorCode::ATTRIBUTE_INVALID:
      return mentions(error, "Sensor") ? Meaning::Known : Meaning::Wrong;
    case sdf::ErrorCode::ATTRIBUTE_INCORRECT_TYPE:
    case sdf::ErrorCode::ELEMENT_INCORRECT_TYPE:
    case sdf::ErrorCode::ELEMENT_DEPRECATED:
    case sdf::ErrorCode::ATTRIBUTE_DEPRECATED:
    case sdf::ErrorCode::VERSION_DEPRECATED:
    case sdf::ErrorCode::MODEL_WITHOUT_LINK:
      return Meaning::Odd;
    case sdf::ErrorCode::ELEMENT_MISSING:
    case sdf::ErrorCode::ELEMENT_INVALID:
      if (mentions(error, "Failed to load a world")) return Meaning::Known;
      return mentions(error, "script") ? Meaning::Known : Meaning::Wrong;
    default:
      return Meaning::Wrong;
  }
}

bool is_text_source(const std::string& file) {
  return file.empty() || file.front() == '<' || file == "data-string" || file == "urdf string";
}

bool is_urdf(const LoadContext& context) { return context.scan().root.name == "robot"; }

SourceLine place_in_file(const std::string& file, int line, const LoadContext& context) {
  const std::string& main_file = *context.scan().root.file;
  if (is_urdf(context)) return {main_file, 0};
  return {is_text_source(file) ? main_file : file, line};
}

// SDFormat often says only "joint with name[j]"; the scan remembers where that is.
SourceLine place_of_error(const sdf::Error& error, const LoadContext& context) {
  if (error.FilePath() && error.LineNumber())
    return place_in_file(*error.FilePath(), *error.LineNumber(), context);
  static constexpr std::string_view kNamed = " with name[";
  const std::string message = error.Message();
  for (std::size_t at = message.find(kNamed); at != std::string::npos;
       at = message.find(kNamed, at + 1)) {
    const std::size_t word = message.rfind(' ', at - 1) + 1;
    const std::size_t name = at + kNamed.size();
    const auto found = context.scan().named.find(
        {message.substr(word, at - word), message.substr(name, message.find(']', name) - name)});
    if (found != context.scan().named.end()) return found->second;
  }
  return {*context.scan().root.file, 0};
}

std::string one_line(const std::string& text) {
  std::string line;
  for (const char c : text) line += c == '\n' || c == '\r' ? ' ' : c;
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

// "Error [Param.cc:399] Unable to set value [a b] for key[size]" without colours and code lines.
std::vector<std::string> console_messages(const std::string& text) {
  static constexpr std::string_view kColourEnd = "\x1b[0m";
  std::vector<std::string> messages;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t end = line.find(kColourEnd);
    if (end == std::string::npos) continue;
    const std::size_t start = line.find_first_not_of(' ', end + kColourEnd.size());
    if (start != std::string::npos) messages.push_back(line.substr(start));
  }
  return messages;
}

// A model that lacks a part of it fails for reasons that are hard to see otherwise.
std::string missing_include_words(const LoadContext& context) {
  for (const Warning& warning : context.scan().warnings)
    if (warning.kind == "missing include" || warning.kind == "online include")
      return " (an include is missing: " + warning.message + ")";
  return "";
}

void report_errors(const sdf::Errors& errors, const std::vector<std::string>& console,
                   LoadContext& context) {
  for (const sdf::Error& error : errors) {
    std::string message = one_line(error.Message());
    const SourceLine at = place_of_error(error, context);
    switch (meaning_of(error, context)) {
      case Meaning::Known:
        break;
      case Meaning::Odd:
        context.warn("not in SDF", at, message);
        break;
      case Meaning::Wrong:
        if (message.starts_with("Error reading element") && !console.empty())
          message += ": " + one_line(console.front());
        context.fail(at, message + missing_include_words(context));
    }
  }
}

// Without what is inside.
XmlNode bare_node(const sdf::Element& element, const LoadContext& context) {
  XmlNode node;
  node.name = element.GetName();
  const SourceLine at =
      place_in_file(element.FilePath(), element.LineNumber().value_or(0), context);
  node.file = std::make_shared<const std::string>(at.file);
  node.line = at.line;
  for (const sdf::ParamPtr& attribute : element.GetAttributes())
    if (attribute->GetSet())
      node.attributes.emplace_back(attribute->GetKey(), attribute->GetAsString());
  if (element.GetValue()) node.text = element.GetValue()->GetAsString();
  return node;
}

// SDFormat forgets the lines of what it does not know; the element around it is near enough.
void adopt(XmlNode child, XmlNode& parent) {
  if (child.line == 0) child.line = parent.line;
  parent.children.push_back(std::move(child));
}

// SDFormat adds what a sensor of a type must have (<lidar> with a maximum range of 0) and calls it
// set in the file; but it has no line.
bool is_made_up(const sdf::Element& parent, const sdf::Element& child) {
  return !child.LineNumber().has_value() && parent.HasElementDescription(child.GetName());
}

}  // namespace

std::unique_ptr<sdf::Root> parse_sdf(const std::string& text, const std::string& file,
                                     bool is_on_disk, LoadContext& context) {
  sdf::ParserConfig config;
  config.SetUnrecognizedElementsPolicy(sdf::EnforcementPolicy::ERR);
  const auto find = [&context](const std::string& uri) {
    const auto& files = context.scan().included_files;
    const auto found = files.find(uri);
    return found != files.end() ? found->second : std::string();
  };
  config.SetFindCallback(find);
  auto root = std::make_unique<sdf::Root>();
  sdf::Errors errors;
  std::vector<std::string> console;
  try {
    ConsoleListener listener;
    // Includes inside included files are looked up with the global settings, not with ours.
    const sdf::ParserConfig before = sdf::ParserConfig::GlobalConfig();
    sdf::ParserConfig::GlobalConfig().SetFindCallback(find);
    errors = is_on_disk ? root->Load(file, config) : root->LoadSdfString(text, config);
    sdf::ParserConfig::GlobalConfig() = before;
    console = console_messages(listener.text());
  } catch (const std::exception& thrown) {
    context.fail({file}, std::string("SDFormat gave up: ") + thrown.what());
    return nullptr;
  }
  report_errors(errors, console, context);
  if (is_urdf(context))
    for (const std::string& message : console)
      context.warn("urdf conversion", {file}, one_line(message));
  return root;
}

XmlNode node_of(const sdf::Element& element, const LoadContext& context) {
  XmlNode node = bare_node(element, context);
  for (sdf::ElementPtr child = element.GetFirstElement(); child; child = child->GetNextElement())
    if (child->GetExplicitlySetInFile() && !is_made_up(element, *child))
      adopt(node_of(*child, context), node);
  return node;
}

XmlNode our_node_of(const sdf::Element& element, const LoadContext& context) {
  XmlNode node = bare_node(element, context);
  for (sdf::ElementPtr child = element.GetFirstElement(); child; child = child->GetNextElement())
    if (is_rubble_name(child->GetName())) adopt(node_of(*child, context), node);
  return node;
}

Vec3 vector_from(const ignition::math::Vector3d& vector) {
  return {vector.X(), vector.Y(), vector.Z()};
}

Pose pose_from(const ignition::math::Pose3d& pose) {
  const Quat rotation(pose.Rot().W(), pose.Rot().X(), pose.Rot().Y(), pose.Rot().Z());
  return {vector_from(pose.Pos()), rotation.normalized()};
}

Pose resolved_pose(const sdf::SemanticPose& pose, const std::string& frame, const SourceLine& at,
                   LoadContext& context) {
  ignition::math::Pose3d resolved;
  const sdf::Errors errors = pose.Resolve(resolved, frame);
  if (!errors.empty()) context.fail(at, "a pose has no frame: " + errors.front().Message());
  const Pose result = pose_from(resolved);
  if (!is_finite(result)) context.fail(at, "a pose wants finite numbers");
  return result;
}

}  // namespace rubble
