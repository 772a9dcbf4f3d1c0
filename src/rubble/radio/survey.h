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

constexpr double kUnheard = -200.0;  // dBm and below: nothing was heard

// How strong one transmitter was at one place: the mean of all readings there.
struct Strength {
  int transmitter = 0;             // of Survey::transmitters
  std::optional<Vec3> place;       // m, of the receiver
  std::optional<double> distance;  // m; nothing until the transmitter's place is known
  double dbm = 0.0;                // mean
  double spread = 0.0;             // dB, standard deviation of the readings
  int readings = 0;
  std::optional<double> walls;      // between both
  std::optional<bool> is_in_sight;  // of each other
  std::optional<double> range;      // m, as measured by the time of flight; has an offset
  bool is_test = false;             // says the file
};

// Signal strengths measured at one site.
struct Survey {
  std::string file;
  std::string site;  // empty: the file names none
  std::vector<std::string> transmitters;
  std::vector<Strength> strengths;  // by transmitter, then as first met in the file
  bool has_split = false;           // the file says what is for tests
};

// Reads a CSV file (also .gz), one survey a site. Columns, whatever the case:
//   rssi | dbm | rss | rssi_dbm              what was received, -200 = nothing
//   distance | distance_m                     or x, y, z of the receiver, and where the transmitter
//   is: ap_x, ap_y, ap_z                          here, or by its name in a list of places ap,
//   walls, los, split (train, test), site (or env, or scenario with tech)   as there are
// or, as in sets made for positioning: X, Y, "AP1 RSS(dBm)", "AP1 RTT(mm)", ..., "LOS APs".
Result<std::vector<Survey>> read_surveys(const std::string& path);
Result<std::vector<Survey>> parse_surveys(std::string text, const std::string& name_for_messages);

// --- where the transmitters are ---------------------------------------------------------------

struct TransmitterPlace {
  std::string site;  // empty: the file has one site only
  std::string name;
  Vec3 place;
};

// Columns ap, x, y, and where there are any: z, env or site.
Result<std::vector<TransmitterPlace>> read_transmitter_places(const std::string& path);

// The listed site a file's name begins with ("corridor" for corridor_train.csv.gz); empty: none.
std::string site_by_file_name(const std::string& path, const std::vector<TransmitterPlace>& places);

enum class Matching { ByName, ByOrder };

// Which listed place belongs to which transmitter of a survey.
struct PlaceMatch {
  Matching matching = Matching::ByName;
  std::map<std::string, Vec3> places;
  // How well measured ranges follow the distances to places, mean over transmitters; -1..1.
  std::optional<double> correlation_by_name;
  std::optional<double> correlation_by_order;
  std::string note;  // what did not fit, as a sentence; empty: all did
};

// By name where every transmitter that was heard is listed. Where one is not, and as many are
// listed as were heard, the list may count them anew: then by order, if measured ranges do not
// speak against it. Ranges are measured independently of strengths, so this is no fit to them.
// wanted: that way, whatever fits.
PlaceMatch match_places(const Survey& survey, const std::vector<TransmitterPlace>& places,
                        std::optional<Matching> wanted = {});

// Sets distances; strengths of transmitters without a place are dropped.
void place_transmitters(Survey& survey, const std::map<std::string, Vec3>& places);

// Parts of a survey for learning and for testing: as the file says, or this share of its places
// (all transmitters together) drawn by the seed.
struct SplitSurvey {
  Survey train;
  Survey test;
};
SplitSurvey split_survey(const Survey& survey, double test_share, std::uint64_t seed);

}  // namespace rubble::radio
