// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/file_scan.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "rubble/base/text.h"
#include "rubble/sdf/drive_plugins.h"
#include "rubble/sdf/rubble_elements.h"

namespace rubble {
namespace {

constexpr std::size_t kMaxPolylinePoints = 1000;
constexpr std::size_t kMaxModels = 5000;    // SDFormat takes about 1 MB for each
constexpr std::size_t kMaxIncludes = 1000;  // SDFormat takes about 50 ms for each

// Leaves of SDF that hold finite numbers and nothing else.
constexpr const char* kFiniteElements[] = {"size",
                                           "radius",
                                           "length",
                                           "radii",
                                           "mass",
                                           "ixx",
                                           "ixy",
                                           "ixz",
                                           "iyy",
                                           "iyz",
                                           "izz",
                                           "xyz",
                                           "scale",
                                           "normal",
                                           "height",
                                           "point",
                                           "pos",
                                           "mu",
                                           "mu2",
                                           "ambient",
                                           "diffuse",
                                           "specular",
                                           "emissive",
                                           "background",
                                           "direction",
                                           "intensity",
                                           "transparency",
                                           "update_rate",
                                           "thread_pitch",
                                           "gearbox_ratio",
                                           "restitution_coefficient",
                                           "spring_reference",
                                           "spring_stiffness",
                                           "linear",
                                           "constant",
                                           "quadratic",
                                           "inner_angle",
                                           "outer_angle",
                                           "falloff",
                                           "metalness",
                                           "roughness"};

// The same for URDF, which keeps numbers in attributes.
constexpr const char* kFiniteUrdfAttributes[] = {"xyz", "rpy", "radius", "length", "size", "scale",
                                                 "ixx", "ixy", "ixz",    "iyy",    "iyz",  "izz"};

// Elements whose names must differ among their siblings.
constexpr const char* kNamedElements[] = {"world",     "model",  "link",  "joint", "visual",
                                          "collision", "sensor", "light", "frame", "actor"};

// What foreign files have and we do not use. Grouped so that they are counted together.
struct UnusedElement {
  const char* element;
  const char* parents;
  const char* kind;
};
constexpr UnusedElement kUnusedElements[] = {
    {"plugin", "", "plugin"},
    {"actor", "", "actor"},
    {"particle_emitter", "", "particle emitter"},
    {"projector", "", "projector"},
    {"road", "world", "road"},
    {"population", "world", "population"},
    {"state", "world", "saved state"},
    {"gui", "world", "gui settings"},
    {"physics", "world", "physics settings"},
    {"wind", "world", "wind"},
    {"atmosphere", "world", "atmosphere"},
    {"magnetic_field", "world", "magnetic field"},
    {"spherical_coordinates", "world", "spherical coordinates"},
    {"audio", "world", "audio"},
    {"audio_sink", "link", "audio"},
    {"audio_source", "link", "audio"},
    {"battery", "link", "battery"},
    {"gripper", "model", "gripper"},
    {"sky", "scene", "sky"},
    {"fog", "scene", "fog"},
    {"transmission", "robot", "transmission"},
    {"fluid_added_mass", "inertial", "fluid added mass"},
    {"convex_decomposition", "mesh", "convex decomposition"},
    {"auto_inertia_params", "", "automatic inertia parameters"},
    {"mimic", "axis", "mimic joint"},
    {"mimic", "axis2", "mimic joint"},
};

template <std::size_t Count>
bool is_listed(const char* const (&list)[Count], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

// Any number as the C library reads it, nan and inf included.
std::optional<double> loose_number(const std::string& word) {
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (end == word.c_str() || *end != '\0') return std::nullopt;
  return value;
}

bool holds_not_a_number(const std::string& text) {
  bool has_nan = false;
  for (const std::string_view word : split_words(text)) {
    const auto value = loose_number(std::string(word));
    if (!value) return false;
    has_nan = has_nan || std::isnan(*value);
  }
  return has_nan;
}

bool holds_finite_numbers(const std::string& text) {
  const auto words = split_words(text);
  return std::all_of(words.begin(), words.end(), [](std::string_view word) {
    const auto value = loose_number(std::string(word));
    return value && std::isfinite(*value);
  });
}

Error number_error(const XmlNode& node, const std::string& what, const std::string& text) {
  return {node.at(), what + " wants finite numbers, got '" + text + "'"};
}

// SDFormat reads what a word of a pose starts with and forgets the rest: "-3.14/2" is -3.14.
Result<void> check_pose(const XmlNode& node) {
  const auto numbers = leading_numbers(node.text);
  if (!numbers) return number_error(node, "<pose>", node.text);
  const bool is_quaternion = node.attribute_or("rotation_format", "") == "quat_xyzw";
  if (numbers->empty() || numbers->size() == (is_quaternion ? 7U : 6U)) return {};
  return Error{node.at(), std::string("<pose> wants ") +
                              (is_quaternion ? "7 numbers (x y z and a quaternion x y z w)"
                                             : "6 numbers (x y z roll pitch yaw)") +
                              ", got '" + node.text + "'"};
}

Result<void> check_numbers(const XmlNode& node) {
  if (!node.children.empty()) return {};
  if (node.name == "pose") return check_pose(node);
  if (is_listed(kFiniteElements, node.name) && !holds_finite_numbers(node.text))
    return number_error(node, "<" + node.name + ">", node.text);
  if (holds_not_a_number(node.text)) return number_error(node, "<" + node.name + ">", node.text);
  return {};
}

Result<void> check_urdf_numbers(const XmlNode& node) {
  for (const auto& [key, value] : node.attributes) {
    const bool is_number =
        is_listed(kFiniteUrdfAttributes, key) || (node.name == "mass" && key == "value");
    if (is_number && !holds_finite_numbers(value))
      return number_error(node, "<" + node.name + "> " + key, value);
    if (key != "name" && holds_not_a_number(value))
      return number_error(node, "<" + node.name + "> " + key, value);
  }
  return {};
}

Result<void> check_sibling_names(const XmlNode& parent) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const XmlNode& node : parent.children) {
    const std::string* name = node.attribute("name");
    if (name == nullptr || !is_listed(kNamedElements, node.name)) continue;
    if (!seen.insert({node.name, *name}).second)
      return Error{node.at(), "a second <" + node.name + "> named '" + *name + "' in this <" +
                                  parent.name + ">; names must differ"};
  }
  return {};
}

// Walks one file after the other.
class FileScanner {
 public:
  FileScanner(const ResourceFinder& finder, const LoadSettings& settings)
      : finder_(finder), settings_(settings) {}

  Result<FileScan> scan(const std::string& text, const std::string& file) {
    auto root = scan_text(text, file);
    if (!root) return root.error();
    scan_.root = std::move(*root);
    return std::move(scan_);
  }

 private:
  Result<XmlNode> scan_text(const std::string& text, const std::string& file) {
    auto root = parse_xml(text, file);
    if (!root) return root;
    if (root->name != "sdf" && root->name != "robot" && root->name != "gazebo")
      return Error{root->at(), "an SDF file starts with <sdf>, a URDF file with <robot>; got <" +
                                   root->name + ">"};
    if (Result<void> known = check_prefix(*root); !known) return known.error();
    is_urdf_ = root->name == "robot";
    note_files(file);
    open_files_.push_back(canonical(file));
    Result<void> walked = walk(*root, "");
    open_files_.pop_back();
    if (!walked) return walked.error();
    return root;
  }

  // A model.config decides which file of its folder is read.
  void note_files(const std::string& file) {
    std::error_code code;
    const std::string config =
        (std::filesystem::path(file).parent_path() / "model.config").string();
    for (const std::string& read : {file, config})
      if (std::filesystem::is_regular_file(read, code)) scan_.files.push_back(read);
  }

  // Our namespace goes by one prefix only: SDFormat knows none and hands over names as they stand.
  static Result<void> check_prefix(const XmlNode& root) {
    for (const auto& [name, value] : root.attributes)
      if (value == "urn:rubble" && name != "xmlns:rubble")
        return Error{root.at(), "the namespace urn:rubble wants the prefix rubble, got " + name};
    return {};
  }

  static std::string canonical(const std::string& file) {
    std::error_code code;
    const auto path = std::filesystem::weakly_canonical(file, code);
    return code ? file : path.string();
  }

  Result<void> walk(const XmlNode& node, const std::string& parent_name) {
    if (node.name == "polyline" && node.children.size() > kMaxPolylinePoints + 1)
      return Error{node.at(),
                   "a polyline wants at most " + std::to_string(kMaxPolylinePoints) + " points"};
    if (node.name == "model" && ++model_count_ > kMaxModels)
      return Error{node.at(), "more than " + std::to_string(kMaxModels) +
                                  " models; put what belongs together into one model"};
    for (const auto& check : {check_rubble(node, parent_name), check_values(node, parent_name),
                              check_sibling_names(node), follow_include(node)})
      if (!check) return check;
    note(node, parent_name);
    const bool was_foreign = is_foreign_;
    is_foreign_ = is_foreign_ || node.name == "plugin";
    for (const XmlNode& child : node.children)
      if (Result<void> walked = walk(child, node.name); !walked) return walked;
    is_foreign_ = was_foreign;
    return {};
  }

  // Inside a plugin anything may stand, and a heightmap's texture names files.
  Result<void> check_values(const XmlNode& node, const std::string& parent_name) const {
    if (is_foreign_ || parent_name == "texture") return {};
    return is_urdf_ ? check_urdf_numbers(node) : check_numbers(node);
  }

  // What came after SDF 1.9. Elements that SDFormat does not know are named by it; attributes are
  // not.
  void note_newer(const XmlNode& node) {
    if (node.name == "sdf")
      if (const std::string version = node.attribute_or("version", ""); is_newer(version))
        warn("newer SDF", node,
             "SDF " + version + " is newer than 1.9, which is read; what is dropped is named");
    if (node.name == "mesh" && node.attribute("optimization") != nullptr)
      warn("mesh optimization", node,
           "optimization=\"" + *node.attribute("optimization") +
               "\" is not used: a mesh that moves is the hull of each of its parts");
    const XmlNode* inertial = node.name == "link" ? node.child("inertial") : nullptr;
    if (inertial != nullptr && inertial->attribute_or("auto", "") == "true")
      scan_.auto_inertials.insert(link_key(node));
  }

  // 1.11 is newer than 1.9.
  static bool is_newer(const std::string& version) {
    const std::size_t dot = version.find('.');
    const auto major = parse_number(version.substr(0, dot));
    const auto minor =
        dot == std::string::npos ? std::nullopt : parse_number(version.substr(dot + 1));
    return major && (*major > 1.0 || (*major == 1.0 && minor && *minor > 9.0));
  }

  void note(const XmlNode& node, const std::string& parent_name) {
    if (!is_foreign_) note_newer(node);
    if (is_rubble_name(node.name)) scan_.rubble_lines.try_emplace(rubble_key(node), node.at());
    if (const std::string* name = node.attribute("name"))
      scan_.named.try_emplace({node.name, *name}, node.at());
    if (node.name == "pose" && !is_foreign_ && !holds_finite_numbers(node.text))
      warn("odd number", node, "only the start of each number is read in '" + node.text + "'");
    for (const UnusedElement& unused : kUnusedElements)
      if (!is_foreign_ && node.name == unused.element &&
          (*unused.parents == '\0' || parent_name == unused.parents) &&
          !is_drive_of_model(node, parent_name))
        warn(unused.kind, node, "<" + node.name + name_words(node) + "> is not used");
  }

  // load_drive_plugins says what becomes of it.
  bool is_drive_of_model(const XmlNode& node, const std::string& parent_name) const {
    return node.name == "plugin" && parent_name == (is_urdf_ ? "gazebo" : "model") &&
           kind_of_plugin(node).has_value();
  }

  static std::string name_words(const XmlNode& node) {
    const std::string* name = node.attribute("name");
    return name != nullptr ? " name=\"" + *name + "\"" : "";
  }

  void warn(std::string kind, const XmlNode& node, std::string message) {
    scan_.warnings.push_back({node.at(), std::move(kind), std::move(message)});
  }

  Result<void> follow_include(const XmlNode& node) {
    const XmlNode* uri = node.name == "include" && !is_foreign_ ? node.child("uri") : nullptr;
    if (uri == nullptr) return {};
    if (is_online(uri->text)) {
      warn("online include", node, "'" + uri->text + "' is online and is not fetched");
      return {};
    }
    const auto file = finder_.find_model(uri->text, node.file ? *node.file : "");
    if (!file) {
      warn("missing include", node,
           "no model found for '" + uri->text + "'; GZ_SIM_RESOURCE_PATH names folders to look in");
      return {};
    }
    const auto [known, is_new] = scan_.included_files.try_emplace(uri->text, *file);
    if (!is_new && canonical(known->second) != canonical(*file))
      return Error{node.at(),
                   "'" + uri->text + "' means '" + *file + "' here and '" + known->second +
                       "' elsewhere; SDFormat cannot tell them apart, use model:// names"};
    return scan_included(*file, node);
  }

  Result<void> scan_included(const std::string& file, const XmlNode& include) {
    const std::string key = canonical(file);
    if (std::find(open_files_.begin(), open_files_.end(), key) != open_files_.end())
      return Error{include.at(), "includes '" + file + "', which includes this file again"};
    if (open_files_.size() > static_cast<std::size_t>(settings_.max_include_depth))
      return Error{include.at(), "includes nest deeper than " +
                                     std::to_string(settings_.max_include_depth) + " levels"};
    // A file scanned before is fine, but what it includes counts again.
    if (const auto known = weights_.find(key); known != weights_.end()) {
      include_count_ += known->second;
    } else {
      const std::size_t before = include_count_;
      ++include_count_;
      if (Result<void> scanned = scan_file(file); !scanned) return scanned;
      weights_[key] = include_count_ - before;
    }
    if (include_count_ > kMaxIncludes)
      return Error{include.at(), "more than " + std::to_string(kMaxIncludes) + " includes"};
    return {};
  }

  Result<void> scan_file(const std::string& file) {
    const auto text = read_text_file(file, settings_.max_file_bytes);
    if (!text) return text.error();
    const bool was_urdf = is_urdf_;
    const auto root = scan_text(*text, file);
    is_urdf_ = was_urdf;
    return root ? Result<void>{} : root.error();
  }

  const ResourceFinder& finder_;
  const LoadSettings& settings_;
  FileScan scan_;
  std::vector<std::string> open_files_;         // from the main file to the one being read
  std::map<std::string, std::size_t> weights_;  // file -> number of includes it stands for
  std::size_t include_count_ = 0;
  std::size_t model_count_ = 0;
  bool is_urdf_ = false;
  bool is_foreign_ = false;
};

}  // namespace

std::string rubble_key(const XmlNode& node) {
  std::string key = (node.file ? *node.file : "") + "|" + node.name;
  for (const auto& [name, value] : node.attributes) key += "|" + name + "=" + value;
  return key;
}

std::string link_key(const XmlNode& link) {
  return (link.file ? *link.file : "") + "|" + std::to_string(link.line) + "|" +
         link.attribute_or("name", "");
}

Result<FileScan> scan_files(const std::string& text, const std::string& file,
                            const ResourceFinder& finder, const LoadSettings& settings) {
  return FileScanner(finder, settings).scan(text, file);
}

}  // namespace rubble
