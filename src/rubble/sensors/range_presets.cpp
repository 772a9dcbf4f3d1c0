// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/range_presets.h"

#include "rubble/base/assert.h"

namespace rubble::sensors {
namespace {

constexpr const char* kSheet = "data sheet";
constexpr const char* kMemory = "data sheet, from memory";
constexpr const char* kPaper = "paper";
constexpr const char* kUsarsim = "USARSim source";
constexpr const char* kAssumed = "assumed";
constexpr const char* kLidar = "gpu_lidar";

constexpr double kUrgStep = 2.0 * kPi / 1024.0;
const Fan kUrgFan{682, -340 * kUrgStep, 341 * kUrgStep};  // steps 44 to 725, 384 is ahead
const Fan kHalfTurn{181, -0.5 * kPi, 0.5 * kPi};
const Fan kThreeQuarterTurn{541, -0.75 * kPi, 0.75 * kPi};

RangeScannerSettings urg_settings() {
  RangeScannerSettings urg;
  urg.columns = kUrgFan;
  urg.min_range = 0.02;
  urg.max_range = 5.6;
  urg.quantum = 0.001;
  urg.turn_seconds = 0.1;
  urg.has_urg_steps = true;
  urg.noise = {.near_sigma = 0.005, .near_until = 1.0, .far_sigma_per_metre = 0.005};
  urg.echo = {.white_range = 5.6};
  urg.codes = CodePolicy::Scip;
  return urg;
}

std::vector<Fact> urg_facts() {
  return {{"principle", "phase shift, 785 nm", kSheet},
          {"beams", "682, steps 44 to 725 of 1024 a turn, 0.3516 degrees", kSheet},
          {"range", "0.02 to 5.6 m readable, 4 m guaranteed on white paper", kSheet},
          {"rate", "10 Hz, 600 rpm", kSheet},
          {"noise", "5 mm below 1 m, 0.5 % beyond: half the stated accuracy", kAssumed},
          {"steps of range", "1 mm", kSheet},
          {"codes", "any value below 20, SCIP 2.0", kSheet}};
}

RangePreset urg_preset() {
  RangePreset row{{"urg04lx", kLidar, "Hokuyo URG-04LX, loses its target in smoke", urg_facts()},
                  10.0,
                  urg_settings()};
  row.preset.facts.push_back({"smoke", "white paper at 2.5 m up to 0.0028 d", kPaper});
  return row;
}

RangePreset urg_budget_preset(const char* name, double penetration, LocalSmoke local,
                              const char* basis, const char* summary) {
  RangePreset row{{name, kLidar, summary, urg_facts()}, 10.0, urg_settings()};
  row.settings.echo.kind = LaserModel::Budget;
  row.settings.echo.penetration = penetration;
  row.settings.echo.local_smoke = local;
  row.settings.codes = CodePolicy::Zero;
  for (Fact& fact : row.preset.facts)
    if (fact.what == "codes") fact = {"codes", "0 whatever the reason", basis};
  row.preset.facts.push_back(
      {"smoke",
       penetration == 0.007 ? "0 once 0.007 d m are used up" : "0 once 0.00575 d m are used up",
       basis});
  row.preset.facts.push_back(
      {"plumes and clouds",
       local == LocalSmoke::Code ? "0 for each beam that meets one" : "solid where they begin",
       basis});
  return row;
}

RangePreset urg_thick_preset() {
  RangePreset row = urg_preset();
  row.preset.name = "urg04lx_thick";
  row.preset.summary = "URG-04LX in smoke so thick that it looks solid";
  row.preset.facts.push_back({"solid smoke", "0.012 d m within 0.75 m", kAssumed});
  row.settings.echo.soft_integral = 0.012;
  row.settings.echo.soft_window = 0.75;
  return row;
}

RangePreset utm_preset() {
  RangePreset row{{"utm30lx", kLidar, "Hokuyo UTM-30LX, fast and far", {}}, 40.0, {}};
  row.preset.facts = {{"principle", "pulses, 905 nm", kMemory},
                      {"beams", "1081, 0.25 degrees, 270 degrees", kSheet},
                      {"range", "0.1 to 30 m", kMemory},
                      {"rate", "40 Hz", kMemory},
                      {"noise", "10 mm to 10 m, 30 mm beyond", kMemory},
                      {"codes", "1 nothing, 3 lost, 4 too near, 5 other", kSheet},
                      {"white paper", "seen to 40 m", kAssumed},
                      {"solid smoke", "0.004 d m within 0.6 m, a guess", kAssumed}};
  RangeScannerSettings& utm = row.settings;
  utm.columns = {1081, -0.75 * kPi, 0.75 * kPi};
  utm.max_range = 30.0;
  utm.quantum = 0.001;
  utm.turn_seconds = 0.025;
  utm.noise = {.near_sigma = 0.010, .near_until = 10.0, .far_sigma = 0.030};
  utm.echo = {.white_range = 40.0, .soft_integral = 0.004, .soft_window = 0.6};
  utm.codes = CodePolicy::Utm;
  return row;
}

RangeScannerSettings sick_settings() {
  RangeScannerSettings sick;
  sick.columns = kHalfTurn;
  sick.max_range = 20.0;
  sick.quantum = 0.001;
  sick.turn_seconds = 1.0 / 75.0;
  sick.noise = {.near_sigma = 0.005};
  sick.echo = {.white_range = 30.0, .soft_integral = 0.019, .soft_window = 1.5};
  sick.codes = CodePolicy::Lms;
  return sick;
}

RangePreset lms200_preset() {
  RangePreset row{
      {"lms200", kLidar, "SICK LMS200, sees thick smoke as a wall", {}}, 75.0, sick_settings()};
  row.preset.facts = {{"principle", "pulses, 905 nm", kMemory},
                      {"beams", "181, 1 degree, 180 degrees", kMemory},
                      {"range", "to 20 m, 10 m at 10 %", kUsarsim},
                      {"rate", "75 Hz at 1 degree", kMemory},
                      {"noise", "5 mm", kMemory},
                      {"steps of range", "1 mm", kMemory},
                      {"codes", "8183 nothing, 8187 lost, 8191 too near", kSheet},
                      {"solid smoke", "0.019 d m within 1.5 m", kAssumed}};
  return row;
}

// The paper gives the SICK no penetration power, and its source lets areas and haze do nothing.
RangePreset lms200_formsma_preset() {
  RangePreset row = lms200_preset();
  row.preset.name = "lms200_formsma";
  row.preset.summary = "LMS200 as the paper has it: plumes are solid, other smoke is not there";
  row.preset.facts.back() = {"plumes and clouds", "solid where they begin", kPaper};
  row.preset.facts.push_back({"areas and haze", "not noticed", kUsarsim});
  row.settings.echo.kind = LaserModel::Budget;
  row.settings.echo.penetration = kInfinity;
  row.settings.echo.soft_integral = kInfinity;
  row.settings.echo.local_smoke = LocalSmoke::Solid;
  return row;
}

RangePreset lms291_preset() {
  RangePreset row = lms200_preset();
  row.preset.name = "lms291";
  row.preset.summary = "SICK LMS291, the long-range sister of the LMS200";
  row.preset.facts[2] = {"range", "to 80 m, 30 m at 10 %", kSheet};
  row.preset.facts[4] = {"noise", "10 mm", kMemory};
  row.preset.facts[5] = {"steps of range", "10 mm", kMemory};
  row.settings.max_range = 80.0;
  row.settings.quantum = 0.010;
  row.settings.noise = {.near_sigma = 0.010};
  row.settings.echo.white_range = 90.0;
  return row;
}

RangePreset lms100_preset() {
  RangePreset row{{"lms100", kLidar, "SICK LMS100, 270 degrees", {}}, 50.0, sick_settings()};
  row.preset.facts = {{"principle", "pulses, 905 nm", kSheet},
                      {"beams", "541, 0.5 degrees, 270 degrees", kSheet},
                      {"range", "0.5 to 20 m, 18 m at 10 %", kSheet},
                      {"rate", "50 Hz", kSheet},
                      {"noise", "12 mm", kSheet},
                      {"codes", "as the LMS200", kAssumed},
                      {"solid smoke", "0.012 d m within 1 m", kAssumed}};
  RangeScannerSettings& lms = row.settings;
  lms.columns = kThreeQuarterTurn;
  lms.min_range = 0.5;
  lms.turn_seconds = 0.020;
  lms.noise = {.near_sigma = 0.012};
  lms.echo = {.white_range = 54.0, .soft_integral = 0.012, .soft_window = 1.0};
  return row;
}

RangePreset rig_preset() {
  constexpr int kRows = 301;
  RangePreset row = lms100_preset();
  row.preset.name = "lms100_rig";
  row.preset.summary = "LMS100 rolled about its forward axis: 541 x 301 points, standing still";
  for (Fact& fact : row.preset.facts)
    if (fact.what == "rate") fact = {"rate", "0.17 Hz: 301 sweeps at 50 Hz", kAssumed};
  row.preset.facts.push_back({"rows", "301 over 180 degrees, 0.6 degrees", kAssumed});
  row.update_rate = 50.0 / kRows;
  row.settings.rows = {kRows, -0.5 * kPi, 0.5 * kPi};
  row.settings.row_motion = RowMotion::Roll;
  return row;
}

RangePreset ring_preset() {
  RangePreset row{{"ring16", kLidar, "spinning scanner of 16 rings, all around", {}}, 10.0, {}};
  row.preset.facts = {{"beams", "1800 x 16, 0.2 degrees, rings 2 degrees apart", kMemory},
                      {"range", "0.3 to 100 m", kMemory},
                      {"rate", "10 Hz", kMemory},
                      {"noise", "15 mm: half the stated accuracy", kAssumed},
                      {"white paper", "seen to 300 m", kAssumed},
                      {"codes", "none: maximum range", kAssumed}};
  RangeScannerSettings& ring = row.settings;
  ring.columns = {1800, -kPi, kPi - 2.0 * kPi / 1800.0};
  ring.rows = {16, radians(-15.0), radians(15.0)};
  ring.min_range = 0.3;
  ring.max_range = 100.0;
  ring.quantum = 0.002;
  ring.noise = {.near_sigma = 0.015};
  ring.echo = {.white_range = kWhiteRangeOverMaxRange * ring.max_range};
  return row;
}

RangePreset generic_preset() {
  RangePreset row{
      {"generic", kLidar, "a laser without a data sheet: what the file says", {}}, 10.0, {}};
  row.preset.facts = {{"range", "0.1 to 20 m unless the file says otherwise", kAssumed},
                      {"noise", "none unless the file says otherwise", kAssumed},
                      {"white paper", "seen to 3 times the maximum range", kAssumed},
                      {"codes", "none: maximum range", kAssumed}};
  row.settings.echo = {.white_range = kWhiteRangeOverMaxRange * row.settings.max_range};
  return row;
}

RangePreset camera_preset() {
  RangePreset row{
      {"range_camera", "depth_camera", "picture of distances, like a Kinect", {}}, 10.0, {}};
  row.preset.facts = {{"picture", "320 x 240, 1.01226 x 0.7854 rad", kUsarsim},
                      {"range", "0.1 to 20 m", kUsarsim},
                      {"rate", "10 Hz", kUsarsim},
                      {"noise", "none unless the file says otherwise", kAssumed},
                      {"white paper", "seen to 3 times the maximum range", kAssumed}};
  row.settings.echo = {.white_range = kWhiteRangeOverMaxRange * row.settings.max_range};
  return row;
}

RangePreset sonar_preset() {
  RangePreset row{{"sonar", "sonar", "ultrasound: the nearest thing that faces it", {}}, 5.0, {}};
  row.preset.facts = {{"cone", "0.349 rad wide, 10 x 16 rays", kUsarsim},
                      {"range", "0.1 to 5 m", kUsarsim},
                      {"incidence", "answers up to 0.1745 rad", kUsarsim},
                      {"noise", "3 mm, as in captured sessions", kUsarsim}};
  row.settings.max_range = 5.0;
  row.settings.noise = {.near_sigma = 0.003};
  return row;
}

RangePreset infrared_preset() {
  RangePreset row{{"ir", kLidar, "infrared: one beam", {}}, 10.0, {}};
  row.preset.facts = {{"range", "0.2 to 1.5 m", kUsarsim},
                      {"rate", "10 Hz", kUsarsim},
                      {"noise", "none unless the file says otherwise", kAssumed}};
  row.settings.columns = {};
  row.settings.min_range = 0.2;
  row.settings.max_range = 1.5;
  row.settings.echo = {.white_range = kWhiteRangeOverMaxRange * row.settings.max_range};
  return row;
}

std::vector<RangePreset> make_range_presets() {
  return {urg_preset(),
          urg_budget_preset("urg04lx_formsma", 0.007, LocalSmoke::Code, kPaper,
                            "URG-04LX as the paper has it: a budget of smoke, then 0"),
          urg_budget_preset("urg04lx_udk", 0.00575, LocalSmoke::Solid, kUsarsim,
                            "URG-04LX as USARSim has it: a smaller budget, then 0"),
          urg_thick_preset(),
          utm_preset(),
          lms200_preset(),
          lms200_formsma_preset(),
          lms291_preset(),
          lms100_preset(),
          rig_preset(),
          ring_preset(),
          generic_preset(),
          camera_preset(),
          sonar_preset(),
          infrared_preset()};
}

}  // namespace

const std::vector<RangePreset>& range_presets() {
  static const std::vector<RangePreset> presets = make_range_presets();
  return presets;
}

const RangePreset& range_preset(const std::string& name) {
  const RangePreset* generic = nullptr;
  for (const RangePreset& row : range_presets()) {
    if (row.preset.name == name) return row;
    if (row.preset.name == "generic") generic = &row;
  }
  RUBBLE_ASSERT(generic != nullptr);
  return *generic;
}

}  // namespace rubble::sensors
