// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rubble/messages/description.h"
#include "rubble/messages/reading.h"
#include "rubble/page/frame.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::page {

// A link of a thing that moves.
struct MovingPart {
  std::uint32_t id = 0;
  InstanceId instance;
  int link = 0;
};

// A sensor that pages may watch.
struct Stream {
  int id = 0;
  std::string robot;
  std::string sensor;
  SensorKind kind = SensorKind::RangeScanner;
  InstanceId instance;  // whose; with the next two says where it sits
  int link = 0;
  Pose link_from_sensor;
  int no_return_code = kNoCode;  // of a laser, for a beam that meets nothing; kNoCode: none
};

// A robot as pages know it.
struct ShownRobot {
  InstanceId instance;
  RobotDescription description;
  // Where the sensors of the description sit: the link and the place in it, one for each.
  std::vector<int> sensor_links;
  std::vector<Pose> link_from_sensors;
  std::vector<int> no_return_codes;  // of lasers, one for each sensor; kNoCode: none
  double max_ground_speed = 0.0;     // m/s
  double max_turn = 0.0;             // rad/s
  bool has_light = false;
};

// How much of a catalog a page has been told.
struct CatalogMark {
  std::size_t models = 0;
  std::size_t changes = 0;  // of things
  int smoke = 0;            // versions
  int robots = 0;
};

// Everything a run has to show, with numbers: models, things, parts, streams, smoke. Grows and
// shrinks with the run; pages are told what they lack. One thread.
class Catalog {
 public:
  // The world must outlive it. Seed: of the run, for plumes.
  Catalog(const World& world, std::uint64_t seed);
  ~Catalog();

  // Takes up what came and went since the last call. Cheap when nothing did. Robots: all that are
  // present; they are compared by name and instance.
  void follow(const State& state, std::span<const ShownRobot> robots);

  // Frames with all that a page with this mark lacks, in the order they must be sent; the mark is
  // moved. Models are encoded once, at first need.
  std::vector<Frame> news(CatalogMark& mark, const State& state);

  // Whether news() would have anything to say.
  bool has_news(const CatalogMark& mark) const;

  // Those that have something to draw, by number.
  const std::vector<MovingPart>& moving_parts() const;
  // Null if there is none (any more).
  const Stream* find_stream(int id) const;
  const Stream* find_stream(const std::string& robot, const std::string& sensor) const;
  std::span<const ShownRobot> robots() const;
  // The number of a model that may come, so that pages can draw it before; -1: nothing to draw.
  int model_id(const std::shared_ptr<const Model>& model);
  // What the numbers of a stream are called, where only its readings say it (wheels of an encoder,
  // zones of a bumper). True if that is what pages were told already.
  bool learn_channels(int stream, const std::vector<std::string>& channels);

 private:
  class Contents;
  std::unique_ptr<Contents> contents_;
};

}  // namespace rubble::page
