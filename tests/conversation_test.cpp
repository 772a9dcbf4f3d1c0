// SPDX-License-Identifier: Apache-2.0
// Runs every file of tests/conversations: what a client sends and what it must get.
//
//   # a comment
//   dialect udk              before anything else: compat (default), classic, udk
//   world NAME               a world of worlds/, or one beside the file; default: room.sdf there
//   scan limit 91            at most that many values of a scan
//   > LINE                   a client sends this line
//   >> BYTES                 it sends just these bytes; \r \n \t \\ \xNN are understood, and
//                            \*70000x is x 70,000 times
//   < PATTERN                among the lines not yet looked at there is one like this
//   (line_pattern.h);
//                            those before it are skipped
//   <= PATTERN               the next line is like this
//   <! PATTERN               none of the lines not yet looked at is like this
//   skip                     looks at none of the lines that came so far
//   wait 2.5                 so many seconds pass
//   close                    the client goes
// The client is "1" unless a line begins with another name: "2> INIT ...", "2 close". The names com
// and truth are the other two ports.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "rubble/base/text.h"
#include "rubble/net/line_splitter.h"
#include "rubble/sdf/load.h"
#include "rubble/server/com_port.h"
#include "rubble/server/live_run.h"
#include "rubble/server/truth_port.h"
#include "rubble/usarsim/protocol/line.h"
#include "tests/line_pattern.h"

namespace rubble::tests {
namespace {

constexpr std::size_t kMaxLineLength = 64 << 10;

// Also the robots that are only for conversations.
LoadSettings load_settings() {
  LoadSettings load;
  load.resource_folders = default_resource_folders();
  load.resource_folders.emplace_back(RUBBLE_SOURCE_DIR "/tests/conversations/models");
  return load;
}

std::string unescaped(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      bytes += text[i];
      continue;
    }
    const char letter = text[++i];
    if (letter == 'x' && i + 2 < text.size()) {
      bytes += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else if (letter == '*') {
      const std::size_t digits = text.find_first_not_of("0123456789", i + 1) - (i + 1);
      const std::string count(text.substr(i + 1, digits));
      i += digits + 1;
      bytes.append(std::stoul(count), text[i]);
    } else {
      bytes += letter == 'r' ? '\r' : letter == 'n' ? '\n' : letter == 't' ? '\t' : letter;
    }
  }
  return bytes;
}

// One end of a conversation.
struct Talker {
  net::ConnectionId connection = 0;
  net::LineSplitter splitter{kMaxLineLength};
  std::deque<std::string> lines;  // received and not yet looked at
};

struct Script {
  std::string world;
  server::LiveRunSettings run;
  std::vector<std::pair<int, std::string>> steps;  // with their line numbers
};

Script read_script(const std::filesystem::path& path) {
  Script script{RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", {}, {}};
  std::ifstream file(path);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (first == "dialect") {
      script.run.wire.dialect = second == "udk"       ? usarsim::Dialect::Udk
                                : second == "classic" ? usarsim::Dialect::Classic
                                                      : usarsim::Dialect::Compat;
    } else if (first == "world") {
      script.world = path.parent_path() / (second + ".sdf");
      if (!std::filesystem::exists(script.world))
        script.world = std::string(RUBBLE_SOURCE_DIR "/worlds/") + second + ".sdf";
    } else if (first == "scan" && second == "limit") {
      script.run.wire.scan_limit = std::stoi(third);
    } else {
      script.steps.emplace_back(number, line);
    }
  }
  return script;
}

class Conversation {
 public:
  Conversation(const Script& script, World world)
      : simulation_(std::move(world), settings()),
        live_(simulation_, script.run,
              [this](net::ConnectionId connection, std::string text, net::Delivery) {
                receive(connection, text);
              }) {}

  // Empty if the step went well.
  std::string take(const std::string& step) {
    const std::size_t mark = step.find_first_of("<> ");
    std::string name = step.substr(0, mark);
    std::string_view rest = std::string_view(step).substr(std::min(mark, step.size()));
    if (name == "wait") return wait(rest);
    if (name == "skip" || name == "close") {
      rest = step;
      name = "1";
    }
    if (name.empty()) name = "1";
    return talk(name, rest.starts_with(' ') ? rest.substr(1) : rest);
  }

 private:
  static sim::Settings settings() {
    sim::Settings settings;
    settings.load = load_settings();
    return settings;
  }

  std::string wait(std::string_view seconds) {
    const auto number = parse_number(split_words(seconds).at(0));
    if (!number) return "wait wants seconds";
    for (Tick i = tick_at(*number); i > 0; --i) live_.step();
    return {};
  }

  std::string talk(const std::string& name, std::string_view what) {
    Talker& talker = talkers_[name];
    const bool is_bot = name != "com" && name != "truth";
    if (talker.connection == 0) {
      talker.connection = ++last_connection_;
      names_[talker.connection] = name;
      if (is_bot) live_.clients().open(talker.connection);
    }
    if (what.starts_with(">> ")) return send(name, unescaped(what.substr(3)));
    if (what.starts_with("> ")) return send(name, std::string(what.substr(2)) + "\r\n");
    if (what.starts_with("<= ")) return expect_next(talker, what.substr(3));
    if (what.starts_with("<! ")) return expect_none(talker, what.substr(3));
    if (what.starts_with("< ")) return expect(talker, what.substr(2));
    if (what == "skip") return talker.lines.clear(), "";
    if (what == "close") return live_.clients().close(talker.connection), "";
    return "what is this?";
  }

  std::string send(const std::string& name, const std::string& bytes) {
    Talker& talker = talkers_[name];
    std::vector<std::string> lines;
    talker.splitter.feed(bytes, lines);
    for (const std::string& line : lines) {
      if (name == "com") {
        receive(talker.connection, server::answer_com(simulation_, line));
      } else if (name == "truth") {
        receive(talker.connection, server::answer_truth(simulation_, line));
      } else {
        live_.clients().receive(talker.connection, line);
      }
    }
    return {};
  }

  void receive(net::ConnectionId connection, const std::string& text) {
    Talker& talker = talkers_[names_.at(connection)];
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = text.find("\r\n", begin);
      if (end == std::string::npos) {
        talker.lines.push_back("(without CR LF) " + text.substr(begin));
        return;
      }
      talker.lines.push_back(text.substr(begin, end - begin));
      begin = end + 2;
    }
  }

  static std::string expect(Talker& talker, std::string_view pattern) {
    const auto found = std::find_if(talker.lines.begin(), talker.lines.end(),
                                    [&](const auto& line) { return matches(line, pattern); });
    if (found == talker.lines.end()) return "no such line among" + shown(talker, pattern);
    talker.lines.erase(talker.lines.begin(), found + 1);
    return {};
  }

  static std::string expect_next(Talker& talker, std::string_view pattern) {
    if (talker.lines.empty()) return "there is no next line";
    const std::string line = talker.lines.front();
    talker.lines.pop_front();
    return matches(line, pattern) ? "" : "the next line is\n  " + line;
  }

  static std::string expect_none(const Talker& talker, std::string_view pattern) {
    for (const std::string& line : talker.lines)
      if (matches(line, pattern)) return "but there is\n  " + line;
    return {};
  }

  // The first few lines with the same keyword, or of any.
  static std::string shown(const Talker& talker, std::string_view pattern) {
    constexpr int kMaxCount = 6;
    const std::string_view keyword = pattern.substr(0, pattern.find(' '));
    std::string text;
    int count = 0;
    for (const std::string& line : talker.lines)
      if (line.starts_with(keyword) && count++ < kMaxCount) text += "\n  " + line.substr(0, 300);
    if (!text.empty()) return text;
    for (const std::string& line : talker.lines)
      if (count++ < kMaxCount) text += "\n  " + line.substr(0, 120);
    return text.empty() ? " no lines at all" : text;
  }

  sim::Simulation simulation_;
  server::LiveRun live_;
  net::ConnectionId last_connection_ = 0;
  std::map<std::string, Talker> talkers_;
  std::map<net::ConnectionId, std::string> names_;
};

std::vector<std::string> conversation_files() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(RUBBLE_SOURCE_DIR "/tests/conversations"))
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class Conversations : public testing::TestWithParam<std::string> {};

TEST_P(Conversations, GoesAsWritten) {
  const std::filesystem::path path =
      std::filesystem::path(RUBBLE_SOURCE_DIR "/tests/conversations") / (GetParam() + ".txt");
  const Script script = read_script(path);
  auto world = load_world(script.world, load_settings());
  ASSERT_TRUE(world) << world.error().to_string();
  Conversation conversation(script, *std::move(world));
  for (const auto& [number, step] : script.steps) {
    const std::string trouble = conversation.take(step);
    ASSERT_EQ(trouble, "") << path.filename().string() << ":" << number << ": " << step;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Conversations, testing::ValuesIn(conversation_files()),
                         [](const auto& file) { return file.param; });

TEST(Conversations, AreManyEnough) { EXPECT_GE(conversation_files().size(), 140U); }

TEST(LinePattern, KnowsNumbersListsAndGaps) {
  EXPECT_TRUE(matches("STA {Time 2.05} {Battery 1200}", "STA {Time 2.0±0.1} ..."));
  EXPECT_FALSE(matches("STA {Time 2.15} {Battery 1200}", "STA {Time 2.0±0.1} ..."));
  EXPECT_TRUE(matches("{Range 1.0,2.0,3.0}", "{Range <3 values>}"));
  EXPECT_FALSE(matches("{Range 1.0,2.0,3.0,4.0}", "{Range <3 values>}"));
  EXPECT_TRUE(matches("{Range 1.00,-2.05}", "{Range <2 values of 2 digits>}"));
  EXPECT_FALSE(matches("{Range 1.00,2.050}", "{Range <2 values of 2 digits>}"));
  EXPECT_FALSE(matches("{Tick 1,2}", "{Tick <2 values of 2 digits>}"));
  EXPECT_TRUE(matches("{Name F1 Range 2.0} {Name F2 Range 1.0}", "{Name F1 *} {Name F2 *}"));
  EXPECT_FALSE(matches("{A 1} {B 2}", "{A *}"));
  EXPECT_TRUE(matches("a,-0.0000,b", "a,-0.0000,b"));
}

}  // namespace
}  // namespace rubble::tests
