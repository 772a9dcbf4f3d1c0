// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "rubble/server/services/line_service.h"

namespace rubble::server {

// A port where each line is a question about the run and gets its answer at once.
class ReplyPort : public LineService {
 public:
  // The reply to a line; empty if it is not a question.
  using Answer = std::string (*)(const sim::Simulation& simulation, std::string_view line);

  ReplyPort(std::unique_ptr<net::LineServer> lines, const sim::Simulation& simulation,
            Answer answer)
      : LineService(std::move(lines)), simulation_(simulation), answer_(answer) {}

  void receive(bool is_late) override;

 private:
  const sim::Simulation& simulation_;
  const Answer answer_;
};

Result<std::unique_ptr<Service>> open_com_port(ServiceContext& context);
Result<std::unique_ptr<Service>> open_truth_port(ServiceContext& context);

}  // namespace rubble::server
