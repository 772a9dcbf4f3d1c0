// SPDX-License-Identifier: Apache-2.0
// Any bytes as the lines of a client: nothing may break, and whatever comes out must be fit for the
// simulation and for the wire.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rubble/base/assert.h"
#include "rubble/net/line_splitter.h"
#include "rubble/usarsim/protocol/com_lines.h"
#include "rubble/usarsim/protocol/line.h"
#include "rubble/usarsim/protocol/protocol_session.h"
#include "rubble/usarsim/protocol/test_robot.h"

namespace rubble::usarsim {
namespace {

constexpr std::size_t kMaxLineLength = 1024;

void check_text(const std::string& text, std::size_t longest) {
  RUBBLE_ASSERT(text.size() <= longest);
  for (const char letter : text)
    RUBBLE_ASSERT(letter >= ' ' && letter <= '~' && letter != '{' && letter != '}');
}

void check_number(double number, double limit = 1e6) { RUBBLE_ASSERT(std::abs(number) <= limit); }
void check_place(const Vec3& place) {
  for (const double number : place) check_number(number, 1e5);
}
void check_pose(const Pose& pose) {
  check_place(pose.position);
  RUBBLE_ASSERT(std::abs(pose.rotation.norm() - 1.0) < 1e-9);
}

// One for each order that carries something from outside.
struct OrderCheck {
  void operator()(const DriveSides& drive) const {
    check_number(drive.left, 5.0);
    check_number(drive.right, 5.0);
  }
  void operator()(const DriveSteered& drive) const {
    check_number(drive.speed, 5.0);
    check_number(drive.front_steer, 0.5);
    check_number(drive.rear_steer, 0.25);
  }
  void operator()(const DriveFlight& drive) const {
    for (const double speed : {drive.forward, drive.left, drive.up, drive.yaw_rate})
      check_number(speed, 5.0);
  }
  void operator()(const DriveWheel& drive) const {
    RUBBLE_ASSERT(drive.wheel >= 1 && drive.wheel <= 64);
    check_number(drive.speed, 5.0);
    check_number(drive.steer, 4.0);
  }
  void operator()(const MoveJoint& move) const {
    RUBBLE_ASSERT(!move.joint.empty());
    check_number(move.value);
  }
  void operator()(const DrawTrace& trace) const {
    check_number(trace.interval);
    check_text(trace.color, 64);
  }
  void operator()(const SetSensorPose& set) const { check_pose(set.pose); }
  void operator()(const SetFieldOfView& set) const { check_number(set.angle, 2.1); }
  void operator()(const WriteTag& write) const { check_text(write.memory, 256); }
  void operator()(const SpawnRobot& spawn) const {
    RUBBLE_ASSERT(!spawn.robot_class.empty() && spawn.robot_class.find('/') == std::string::npos);
    check_text(spawn.robot_class, 64);
    check_pose(spawn.world_from_model);
  }
  void operator()(const CreateObject& create) const {
    check_text(create.kind, 64);
    check_text(create.material, 64);
    check_pose(create.world_from_object);
    RUBBLE_ASSERT(create.scale.minCoeff() > 0.0 && create.scale.maxCoeff() <= 1e3);
  }
  void operator()(const MoveObject& move) const {
    if (move.position) check_place(*move.position);
    if (move.rotation) check_number(move.rotation->roll + move.rotation->pitch, 10.0);
  }
  void operator()(const SpinObject& spin) const { check_place(spin.rate); }
  void operator()(const AddWaypoints& way) const {
    RUBBLE_ASSERT(way.points.size() <= 1000);
    for (const Vec3& point : way.points) check_place(point);
  }
  void operator()(const FollowWaypoints& follow) const {
    check_number(follow.speed.value_or(0.0));
    check_number(follow.time.value_or(0.0));
  }
  void operator()(const RunConveyor& conveyor) const { check_number(conveyor.speed); }
  void operator()(const RemoveObjects& remove) const {
    if (remove.inside) RUBBLE_ASSERT(!remove.inside->is_empty());
  }
  template <class Other>
  void operator()(const Other&) const {}
};

// Whole lines of printable characters.
void check_reply(const std::string& reply) {
  RUBBLE_ASSERT(reply.empty() || reply.ends_with("\r\n"));
  for (const char letter : reply)
    RUBBLE_ASSERT((letter >= ' ' && letter <= '~') || letter == '\r' || letter == '\n');
}

void check(const ParseResult& parsed) {
  RUBBLE_ASSERT(parsed.commands.size() <= 64 * 300);
  check_reply(parsed.reply);
  for (const Command& command : parsed.commands) {
    check_text(command.robot, 64 + 16);
    std::visit(OrderCheck{}, command.data);
  }
  if (parsed.question) check_text(parsed.question->name, 64);
}

// A client, and a world that does what it asks.
class Talk {
 public:
  Talk(const Arena& arena, Dialect dialect, const char* first_line)
      : session_(arena, {.dialect = dialect}, "R7") {
    check_reply(session_.greeting_lines());
    if (*first_line != '\0') take(first_line);
  }

  void take(const std::string& line) {
    const ParseResult parsed = session_.handle_line(line);
    check(parsed);
    for (const Command& command : parsed.commands) carry_out(command);
    check_reply(session_.status_text(RobotStatus{.tick = ++tick_, .battery = 100.0}));
  }

 private:
  void carry_out(const Command& command) {
    check_reply(
        session_.on_command_result(command, {.is_done = tick_ % 2 == 0, .text = "memory"}, tick_));
    if (!std::holds_alternative<SpawnRobot>(command.data)) return;
    if (tick_ % 2 == 1) return session_.on_spawn_rejected();
    static const RobotDescription everything = robot_with_everything();
    RobotDescription robot = everything;
    robot.name = command.robot;
    check(session_.on_spawned(std::move(robot)));
  }

  ProtocolSession session_;
  Tick tick_ = 0;
};

// As a newcomer, as a robot's client, and as a world controller.
void listen_to(const std::vector<std::string>& lines, Dialect dialect) {
  static const Arena arena = test_arena();
  for (const char* first :
       {"", "INIT {ClassName P2AT}", "INIT {ClassName USARBotAPI.WorldController}"}) {
    Talk talk(arena, dialect, first);
    for (const std::string& line : lines) talk.take(line);
  }
}

void ask_other_ports(const std::string& line) {
  if (const std::optional<ComRequest> request = parse_com_request(line)) {
    if (const auto* points = std::get_if<CountBetweenPoints>(&*request)) {
      check_place(points->start);
      check_text(points->end_text, 256);
    }
  }
  const TruthRequest truth = parse_truth_request(line);
  check_text(truth.name, 64);
  check_text(truth.robot_class, 64);
}

}  // namespace
}  // namespace rubble::usarsim

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rubble::usarsim;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  rubble::net::LineSplitter splitter(kMaxLineLength);
  rubble::net::LineSplitter whole_splitter(kMaxLineLength);
  std::vector<std::string> lines;
  std::vector<std::string> whole_lines;
  for (std::size_t at = 0; at < size; at += 7) splitter.feed(bytes.substr(at, 7), lines);
  whole_splitter.feed(bytes, whole_lines);
  RUBBLE_ASSERT(lines == whole_lines);
  for (const std::string& line : lines) ask_other_ports(line);
  constexpr Dialect kDialects[] = {Dialect::Compat, Dialect::Classic, Dialect::Udk};
  listen_to(lines, kDialects[size % 3]);
  return 0;
}
