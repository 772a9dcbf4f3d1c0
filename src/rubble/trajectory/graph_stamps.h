// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/trajectory/stamps.h"

namespace rubble::trajectory {

// Stamps of the vertices of a graph. g2o and TORO have no field for them: they come from comments
// '# STAMP id seconds', or from the ROBOTLASER line that follows a vertex.
class GraphStamps {
 public:
  void add_comment(long long id, double stamp, std::string_view word);
  // A ROBOTLASER line; false: it is not whole. `vertex` is the last one before it, if any.
  bool add_scan(const std::vector<std::string_view>& words, std::optional<long long> vertex);

  // One per vertex: from comments if all have one, else from scans; else nothing.
  std::optional<std::vector<double>> of(const std::vector<long long>& ids) const;
  // The remark of a reader about them; may be empty.
  std::string remark(const std::vector<long long>& ids) const;

  std::size_t count() const { return comments_.size() + message_stamps_.size(); }
  const StampFacts& facts() const { return facts_; }

 private:
  std::map<long long, double> comments_;
  std::map<long long, double> message_stamps_;
  std::map<long long, double> logger_stamps_;
  StampFacts facts_;
};

}  // namespace rubble::trajectory
