// SPDX-License-Identifier: Apache-2.0
// What an experiment of a paper, done again, tells.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rubble/base/result.h"

namespace rubble::apps {

// One line of a table: what the paper has and what came out here.
struct Finding {
  std::string what;
  std::string paper;
  std::string rubble;
};

// A table with a head of its own.
struct Table {
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

struct Section {
  std::string name;
  std::string title;
  std::string text;
  std::vector<Finding> findings;
  std::vector<std::string> figures;  // files in the folder
  std::vector<Table> tables;
  std::vector<std::string> remarks;
};

using ShowProgress = std::function<void(double)>;

}  // namespace rubble::apps
