// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose.h"

namespace rubble::radio {

constexpr double kNotReceivedDbm = -200.0;  // dBm and below: nothing was received

// Received signal strength of one transmitter at one position: the mean of all readings there.
struct Strength {
  int transmitter = 0;             // index into Survey::transmitters
  std::optional<Vec3> position;    // m, of the receiver
  std::optional<double> distance;  // m; nothing until the transmitter's position is known
  double dbm = 0.0;                // mean
  double stddev = 0.0;             // dB, standard deviation of the readings
  int readings = 0;
  std::optional<double> walls;      // between transmitter and receiver
  std::optional<bool> is_in_sight;  // line of sight
  std::optional<double> range;      // m, measured by time of flight; has an offset
  bool is_test = false;             // according to the file
};

// Signal strengths measured at one site.
struct Survey {
  std::string file;
  std::string site;  // empty: none in the file
  std::vector<std::string> transmitters;
  std::vector<Strength> strengths;  // sorted by transmitter, then in the order of the file
  bool has_split = false;           // the file marks the test data
};

// Reads a CSV file (also .gz); one survey per site. Columns, ignoring case:
//   rssi | dbm | rss | rssi_dbm   received strength, -200 = nothing
//   distance | distance_m         or x, y, z of the receiver with the transmitter's position in
//   ap_x,
//                                 ap_y, ap_z, or in a separate list, by the name in column ap
//   walls, los, split (train, test), site (or env, or scenario with tech)   optional
// or, as in data sets for indoor positioning: X, Y, "AP1 RSS(dBm)", "AP1 RTT(mm)", ..., "LOS APs".
Result<std::vector<Survey>> read_surveys(const std::string& path);
Result<std::vector<Survey>> parse_surveys(std::string text, const std::string& name_for_messages);

// --- positions of transmitters ----------------------------------------------------------------

struct TransmitterPosition {
  std::string site;  // empty: the file has a single site
  std::string name;
  Vec3 position;
};

// Columns ap, x, y, and where there are any: z, env or site.
Result<std::vector<TransmitterPosition>> read_transmitter_positions(const std::string& path);

// The listed site a file's name begins with ("corridor" for corridor_train.csv.gz); empty: none.
std::string site_by_file_name(const std::string& path,
                              const std::vector<TransmitterPosition>& positions);

enum class Matching { ByName, ByOrder };

// The assignment of listed positions to the transmitters of a survey.
struct PositionMatch {
  Matching matching = Matching::ByName;
  std::map<std::string, Vec3> positions;
  // Correlation of measured ranges with distances, mean over transmitters; -1..1.
  std::optional<double> correlation_by_name;
  std::optional<double> correlation_by_order;
  std::string note;  // a sentence about what did not match; empty: all did
};

// By name if every received transmitter is listed. If one is not, and as many are listed as were
// received, the list may number them differently: then by order, unless measured ranges contradict.
// Ranges are measured independently of strengths, so this does not bias the fit. requested: forces
// a way of matching.
PositionMatch match_positions(const Survey& survey,
                              const std::vector<TransmitterPosition>& positions,
                              std::optional<Matching> requested = {});

// Sets distances; drops strengths of transmitters without a position.
void set_transmitter_positions(Survey& survey, const std::map<std::string, Vec3>& positions);

// Training and test data of a survey: as the file says, or this share of its positions (with all
// transmitters) drawn with the seed.
struct SplitSurvey {
  Survey train;
  Survey test;
};
SplitSurvey split_survey(const Survey& survey, double test_share, std::uint64_t seed);

}  // namespace rubble::radio
