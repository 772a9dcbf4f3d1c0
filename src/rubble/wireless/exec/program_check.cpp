// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/exec/program_check.h"

#include <elf.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

namespace rubble::wireless {

namespace {

constexpr int kMaxInterpreters = 4;  // scripts run by scripts; the kernel allows as many
constexpr std::size_t kMaxHeaders = 1024;
constexpr std::size_t kMaxSegmentSize = 1 << 16;  // bytes read of a note or a name

bool may_be_run(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

// What an ELF file tells of how it is started. Only that of 64 bits, as this program is.
struct Executable {
  Elf64_Half machine = 0;
  bool is_wide = false;     // 64 bits
  std::string interpreter;  // empty: none, it is linked statically
  bool is_go = false;
};

std::string bytes_at(std::ifstream& file, std::uint64_t offset, std::uint64_t size) {
  std::string bytes(std::min<std::uint64_t>(size, kMaxSegmentSize), '\0');
  file.clear();
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  return bytes;
}

// Notes are: sizes of name and content, a kind, the name.
bool has_note_of_go(const std::string& notes) {
  constexpr char kGoBuildId[] = "\x04\0\0\0Go\0\0";  // kind 4, the name
  return notes.find(std::string(kGoBuildId, sizeof kGoBuildId - 1)) != std::string::npos;
}

std::optional<Executable> read_executable(std::ifstream& file) {
  const std::string start = bytes_at(file, 0, sizeof(Elf64_Ehdr));
  if (start.size() < sizeof(Elf64_Ehdr) || !start.starts_with(ELFMAG)) return {};
  Elf64_Ehdr header;
  std::memcpy(&header, start.data(), sizeof header);
  Executable found{.machine = header.e_machine, .is_wide = header.e_ident[EI_CLASS] == ELFCLASS64};
  if (!found.is_wide || header.e_phentsize != sizeof(Elf64_Phdr)) return found;
  const std::size_t count = std::min<std::size_t>(header.e_phnum, kMaxHeaders);
  const std::string segments = bytes_at(file, header.e_phoff, count * sizeof(Elf64_Phdr));
  for (std::size_t i = 0; (i + 1) * sizeof(Elf64_Phdr) <= segments.size(); ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, segments.data() + i * sizeof segment, sizeof segment);
    if (segment.p_type == PT_INTERP)
      found.interpreter = bytes_at(file, segment.p_offset, segment.p_filesz).c_str();
    if (segment.p_type == PT_NOTE)
      found.is_go |= has_note_of_go(bytes_at(file, segment.p_offset, segment.p_filesz));
  }
  return found;
}

std::optional<Executable> read_executable(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return read_executable(file);
}

// Whether the kernel gives it more rights than we have: then it loads nothing that we name.
bool gains_rights(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) return false;
  const bool changes_user = (facts.st_mode & S_ISUID) != 0 && facts.st_uid != ::getuid();
  const bool changes_group = (facts.st_mode & S_ISGID) != 0 && facts.st_gid != ::getgid();
  const bool has_capabilities =
      ::geteuid() != 0 && ::getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
  return changes_user || changes_group || has_capabilities;
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

Result<void> check_executable(const std::string& path, const Executable& executable) {
  const auto ours = read_executable("/proc/self/exe");
  if (ours && (executable.machine != ours->machine || executable.is_wide != ours->is_wide))
    return Error{{path},
                 "is for another kind of processor than rubble; nothing can be loaded "
                 "into it"};
  if (executable.is_go)
    return Error{{path},
                 "is a Go program: it talks to the kernel itself and not through the C "
                 "library, so its sockets cannot be put on the radio"};
  if (executable.interpreter.empty())
    return Error{{path},
                 "is linked statically: nothing can be loaded into it; radio-exec needs a "
                 "dynamically linked program"};
  if (ours && file_name(executable.interpreter) != file_name(ours->interpreter))
    return Error{{path},
                 "uses another C library than rubble (" + executable.interpreter +
                     "); nothing can be loaded into it"};
  if (gains_rights(path))
    return Error{{path},
                 "runs with more rights than you have (setuid, setgid or capabilities), "
                 "and so loads nothing that you name; run it as that user, or a copy "
                 "without them"};
  return {};
}

// What runs a script, by its first line. Of "env NAME" it is what NAME is.
std::optional<std::string> script_interpreter(std::ifstream& file) {
  const std::string start = bytes_at(file, 0, 256);
  if (!start.starts_with("#!")) return {};
  std::istringstream line(start.substr(2, start.find('\n') - 2));
  std::string interpreter, argument;
  line >> interpreter >> argument;
  if (file_name(interpreter) != "env") return interpreter;
  while (argument.starts_with("-") || argument.find('=') != std::string::npos)
    if (!(line >> argument)) return interpreter;
  const std::string found = find_program(argument);
  return found.empty() ? argument : found;
}

}  // namespace

std::string find_program(const std::string& word) {
  if (word.find('/') != std::string::npos) return may_be_run(word) ? word : "";
  const char* const folders = std::getenv("PATH");
  std::istringstream list(folders != nullptr ? folders : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(list, folder, ':');) {
    const std::string path = (folder.empty() ? "." : folder) + "/" + word;
    if (may_be_run(path)) return path;
  }
  return {};
}

Result<void> check_preloadable(const std::string& path) {
  std::string current = path;
  for (int i = 0; i <= kMaxInterpreters; ++i) {
    std::ifstream file(current, std::ios::binary);
    if (!file && may_be_run(current)) return {};  // may be run but not read: its own affair
    if (!file) return Error{{current}, "runs '" + path + "' but is not there"};
    if (const auto executable = read_executable(file))
      return check_executable(current, *executable);
    const auto interpreter = script_interpreter(file);
    if (!interpreter) return {};  // without a first line that says so: a shell's script
    current = *interpreter;
  }
  return Error{{path}, "is a script that is run by too many other scripts"};
}

}  // namespace rubble::wireless
