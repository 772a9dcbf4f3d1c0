// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/mapping/stamps.h"

namespace rubble::mapping {

// Stamps of a graph's vertices. Neither g2o nor TORO has a field for them: they stand in comments
// '# STAMP id seconds', or in the ROBOTLASER line (a scan of CARMEN's new format) that follows a
// vertex.
class GraphStamps {
 public:
  void add_comment(long long id, double stamp, std::string_view word);
  // A ROBOTLASER line; false: it is not whole. `vertex` is the last one before it, if any.
  bool add_scan(const std::vector<std::string_view>& words, std::optional<long long> vertex);

  // One a vertex: those of comments if each has one, else those of scans; else nothing.
  std::optional<std::vector<double>> of(const std::vector<long long>& ids) const;
  // What a reader should say of them; empty: nothing.
  std::string remark(const std::vector<long long>& ids) const;

  std::size_t count() const { return comments_.size() + message_stamps_.size(); }
  const StampFacts& facts() const { return facts_; }

 private:
  std::map<long long, double> comments_;
  std::map<long long, double> message_stamps_;
  std::map<long long, double> logger_stamps_;
  StampFacts facts_;
};

}  // namespace rubble::mapping
