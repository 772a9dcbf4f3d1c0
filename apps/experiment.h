// SPDX-License-Identifier: Apache-2.0
// What an experiment of a paper, done again, tells.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rubble/base/result.h"

namespace rubble::apps {

// One row of a table: value of the paper and value of Rubble.
struct Finding {
  std::string what;
  std::string paper;
  std::string rubble;
};

// A table with its own header.
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
