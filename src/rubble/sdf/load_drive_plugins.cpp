// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>

#include "rubble/base/text.h"
#include "rubble/sdf/drive_plugins.h"
#include "rubble/sdf/load_parts.h"

namespace rubble {
namespace {

constexpr double kUsualSpeed = 1.0;  // m/s, of a vehicle whose plugin names none
constexpr double kGravity = 9.81;    // m/s^2

// Without case, underscores, hyphens and the like: "gz-sim-diff-drive-system" and "DiffDrive" both
// hold "diffdrive".
std::string plain_word(const std::string& text) {
  std::string word;
  for (const char letter : text)
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return word;
}

// The texts of all children of these names, which are compared like plugins.
std::vector<std::string> texts_of(const XmlNode& plugin, std::initializer_list<const char*> names) {
  std::vector<std::string> texts;
  for (const XmlNode& child : plugin.children)
    for (const char* name : names)
      if (plain_word(child.name) == name) {
        const auto words = split_words(child.text);
        if (!words.empty()) texts.emplace_back(words.front());
      }
  return texts;
}

std::optional<double> number_of(const XmlNode& plugin, std::initializer_list<const char*> names) {
  for (const std::string& text : texts_of(plugin, names))
    if (const auto number = parse_number(text); number && *number > 0.0) return number;
  return std::nullopt;
}

// <max_velocity>, also that of <linear_velocity>.
std::optional<double> speed_of(const XmlNode& plugin) {
  const auto names = {"maxlinearvelocity", "maxvelocity", "maxspeed"};
  if (const auto speed = number_of(plugin, names)) return speed;
  for (const XmlNode& child : plugin.children)
    if (plain_word(child.name) == "linearvelocity") return number_of(child, names);
  return std::nullopt;
}

// That of the slowest track.
std::optional<double> speed_of_tracks(const std::vector<XmlNode>& plugins) {
  std::optional<double> slowest;
  for (const XmlNode& plugin : plugins)
    if (kind_of_plugin(plugin) == PluginKind::TrackController)
      if (const auto speed = speed_of(plugin)) slowest = std::min(slowest.value_or(*speed), *speed);
  return slowest;
}

struct Sides {
  std::vector<std::string> left, right;
};

Sides wheel_joints(const XmlNode& plugin) {
  return {texts_of(plugin,
                   {"leftjoint", "leftfrontjoint", "leftrearjoint", "leftmiddlejoint", "leftfront",
                    "leftrear", "frontleftjoint", "rearleftjoint", "backleftjoint"}),
          texts_of(plugin, {"rightjoint", "rightfrontjoint", "rightrearjoint", "rightmiddlejoint",
                            "rightfront", "rightrear", "frontrightjoint", "rearrightjoint",
                            "backrightjoint"})};
}

// <left_track><link>left_track</link></left_track>, or the name itself.
std::vector<std::string> track_links(const XmlNode& plugin, const char* name) {
  std::vector<std::string> links = texts_of(plugin, {name});
  for (const XmlNode& child : plugin.children)
    if (plain_word(child.name) == name)
      for (const std::string& link : texts_of(child, {"link"})) links.push_back(link);
  return links;
}

double mass_of(const Model& model) {
  double mass = 0.0;
  for (const Link& link : model.links) mass += link.inertial.mass;
  return mass;
}

double round_radius(const Link& link) {
  for (const Collision& collision : link.collisions) {
    if (const auto* cylinder = std::get_if<Cylinder>(&collision.geometry)) return cylinder->radius;
    if (const auto* sphere = std::get_if<Sphere>(&collision.geometry)) return sphere->radius;
  }
  return 0.0;
}

// Half the height of a link's collisions: a belt turns about its two ends.
double belt_radius(const Link& link) {
  const Bounds bounds = bounds_of(link);
  return bounds.is_empty() ? 0.0 : (bounds.high.z() - bounds.low.z()) / 2;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

class DrivePlugin {
 public:
  DrivePlugin(const XmlNode& plugin, Model& model, LoadContext& context)
      : plugin_(plugin), model_(model), context_(context) {}

  void load_wheels(bool is_steered) {
    const Sides joints = wheel_joints(plugin_);
    RobotSpec robot = new_robot();
    double radius = 0.0;
    for (const auto& [names, side] :
         {std::pair(&joints.left, Side::Left), std::pair(&joints.right, Side::Right)})
      for (const std::string& name : *names) {
        const Link* const wheel = wheel_of(name);
        if (wheel == nullptr) return;
        radius = std::max(radius, round_radius(*wheel));
        robot.wheels.push_back({.joint = name, .side = side});
      }
    if (joints.left.empty() || joints.right.empty())
      return leave_out("it names no wheel joints of both sides");
    const bool is_pair = joints.left.size() == 1 && joints.right.size() == 1;
    robot.drive = is_steered ? DriveKind::Ackermann
                  : is_pair  ? DriveKind::Differential
                             : DriveKind::Skid;
    if (is_steered && !add_steers(robot)) return;
    finish(std::move(robot), radius, speed_of(plugin_),
           (is_steered ? "ackermann, wheels "
            : is_pair  ? "differential, wheels "
                       : "skid, wheels ") +
               listed(joints.left) + " | " + listed(joints.right));
  }

  // speed: what its tracks say of it.
  void load_tracks(std::optional<double> speed) {
    const std::vector<std::string> left = track_links(plugin_, "lefttrack");
    const std::vector<std::string> right = track_links(plugin_, "righttrack");
    if (left.empty() || right.empty()) return leave_out("it names no tracks of both sides");
    RobotSpec robot = new_robot();
    robot.drive = DriveKind::Tracks;
    double radius = 0.0;
    for (const auto& [names, side] : {std::pair(&left, Side::Left), std::pair(&right, Side::Right)})
      for (const std::string& name : *names) {
        const int link = model_.find_link(name);
        if (link < 0) return leave_out("the model has no link '" + name + "'");
        const double own = belt_radius(model_.links[static_cast<std::size_t>(link)]);
        if (own <= 0.0) return leave_out("the link '" + name + "' has no collisions");
        radius = std::max(radius, own);
        robot.tracks.push_back({.link = name, .side = side, .radius = own});
      }
    for (TrackSpec& track : robot.tracks) track.radius = radius;
    const auto own = speed_of(plugin_);
    if (own && speed) speed = std::min(*own, *speed);
    finish(std::move(robot), radius, speed ? speed : own,
           "tracks " + listed(left) + " | " + listed(right));
  }

 private:
  RobotSpec new_robot() const {
    RobotSpec robot;
    robot.robot_class = model_.name;
    return robot;
  }

  // Null once it is said why it cannot be.
  const Link* wheel_of(const std::string& joint_name) {
    const int joint = model_.find_joint(joint_name);
    if (joint < 0) {
      leave_out("the model has no joint '" + joint_name + "'");
      return nullptr;
    }
    const Joint& axle = model_.joints[static_cast<std::size_t>(joint)];
    const Link& wheel = model_.links[static_cast<std::size_t>(axle.child)];
    if (axle.kind == JointKind::Revolute && round_radius(wheel) > 0.0) return &wheel;
    leave_out("the joint '" + joint_name + "' turns no link with a cylinder or sphere");
    return nullptr;
  }

  bool add_steers(RobotSpec& robot) {
    for (const std::string& name :
         texts_of(plugin_, {"leftsteeringjoint", "rightsteeringjoint", "frontleftsteeringjoint",
                            "frontrightsteeringjoint"})) {
      if (model_.find_joint(name) < 0) {
        leave_out("the model has no joint '" + name + "'");
        return false;
      }
      robot.steers.push_back({.joint = name, .axle = Axle::Front});
    }
    if (robot.steers.empty()) leave_out("it names no steering joints");
    return !robot.steers.empty();
  }

  void finish(RobotSpec robot, double radius, std::optional<double> speed,
              const std::string& what) {
    const auto torque = number_of(plugin_, {"maxwheeltorque", "wheeltorque", "torque"});
    robot.max_speed = speed.value_or(kUsualSpeed) / radius;
    // Enough to make the wheels slip on any floor.
    robot.torque = torque.value_or(mass_of(model_) * kGravity * radius);
    robot.reported_torque = robot.torque;
    std::string message = "model '" + model_.name + "' drives as its plugin says: " + what;
    message += ", radius " + number_text(std::round(radius * 1e4) / 1e4) + " m, at most " +
               number_text(speed.value_or(kUsualSpeed)) + " m/s" + (speed ? "" : " (assumed)");
    model_.robot = std::move(robot);
    for (const WheelSpec& wheel : model_.robot->wheels) make_tyre(wheel, model_);
    context_.warn("drive plugin", plugin_.at(), message);
  }

  void leave_out(const std::string& why) {
    context_.warn("drive plugin", plugin_.at(),
                  "<plugin name=\"" + plugin_.attribute_or("name", "") + "\"> gives model '" +
                      model_.name + "' no drive: " + why);
  }

  const XmlNode& plugin_;
  Model& model_;
  LoadContext& context_;
};

}  // namespace

std::optional<PluginKind> kind_of_plugin(const XmlNode& plugin) {
  const std::string words =
      plain_word(plugin.attribute_or("filename", "") + plugin.attribute_or("name", ""));
  const auto holds = [&](const char* word) { return words.find(word) != std::string::npos; };
  if (holds("trackcontroller")) return PluginKind::TrackController;
  if (holds("trackedvehicle")) return PluginKind::TrackedVehicle;
  if (holds("ackermannsteering") || holds("ackermanndrive")) return PluginKind::AckermannDrive;
  if (holds("diffdrive") || holds("skidsteerdrive") || holds("differentialdrive"))
    return PluginKind::DifferentialDrive;
  return std::nullopt;
}

void load_drive_plugins(const std::vector<XmlNode>& plugins, Model& model, LoadContext& context) {
  if (model.is_static) return;
  for (const XmlNode& plugin : plugins) {
    if (model.robot) return;
    DrivePlugin drive(plugin, model, context);
    switch (kind_of_plugin(plugin).value_or(PluginKind::TrackController)) {
      case PluginKind::DifferentialDrive:
        drive.load_wheels(false);
        break;
      case PluginKind::AckermannDrive:
        drive.load_wheels(true);
        break;
      case PluginKind::TrackedVehicle:
        drive.load_tracks(speed_of_tracks(plugins));
        break;
      case PluginKind::TrackController:  // its vehicle names the track
        break;
    }
  }
}

}  // namespace rubble
