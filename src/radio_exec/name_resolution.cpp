// SPDX-License-Identifier: Apache-2.0
// Host name lookups: names of robots resolve to their addresses; the host name is the robot's name.
#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "radio_exec/addresses.h"
#include "radio_exec/broker_client.h"
#include "radio_exec/identity.h"
#include "radio_exec/libc_symbols.h"
#include "rubble/wireless/exec/protocol.h"

extern "C" int __gethostname_chk(char* name, size_t size, size_t capacity) noexcept;

namespace radio_exec {

namespace {

using namespace rubble::wireless;

struct Robot {
  std::string address;  // as text
  std::string name;     // as the world spells it
};

bool is_numeric(const char* name) {
  in6_addr address{};
  in_addr short_address{};
  return inet_aton(name, &short_address) != 0 || inet_pton(AF_INET6, name, &address) == 1;
}

std::optional<Robot> find_robot(const char* name) {
  if (!is_on_robot() || name == nullptr || *name == '\0' || is_numeric(name)) return {};
  if (std::strpbrk(name, "\t\n") != nullptr || std::strcmp(name, "localhost") == 0) return {};
  const BrokerReply reply = query_broker({"resolve", name});
  if (!reply.is(kDone)) return {};
  return Robot{reply.word(0), reply.word(1)};
}

std::optional<std::string> robot_name_at(const sockaddr* address, socklen_t size) {
  const auto endpoint = is_on_robot() ? endpoint_of(address, size) : std::nullopt;
  if (!endpoint || !station_at(identity().block, endpoint->address)) return {};
  const BrokerReply reply = query_broker({"reverse", text_of(endpoint->address)});
  if (!reply.is(kDone)) return {};
  return reply.word(0);
}

sockaddr_in wire_address(const void* bytes) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  std::memcpy(&address.sin_addr, bytes, sizeof address.sin_addr);
  return address;
}

// The C library's answer for an address as text has that text as its name.
hostent* with_name(hostent* entry, const std::string& name) {
  static thread_local std::string kept;
  if (entry == nullptr) return nullptr;
  kept = name;
  entry->h_name = kept.data();
  return entry;
}

// Stores the name at the end of the buffer and passes the rest to a call that fills in an entry.
template <class Call>
int with_name_stored(const std::string& name, hostent* entry, char* buffer, size_t size,
                     Call call) {
  if (size <= name.size() + 1) return ERANGE;
  const size_t rest = size - name.size() - 1;
  const int error = call(rest);
  if (error != 0) return error;
  std::memcpy(buffer + rest, name.c_str(), name.size() + 1);
  entry->h_name = buffer + rest;
  return 0;
}

int resolve(const Robot& robot, const char* service, const addrinfo* hints, addrinfo** results) {
  const int error = RUBBLE_LIBC(getaddrinfo)(robot.address.c_str(), service, hints, results);
  if (error != 0) return error;
  if (*results != nullptr && (*results)->ai_canonname != nullptr) {
    std::free((*results)->ai_canonname);
    (*results)->ai_canonname = strdup(robot.name.c_str());
  }
  return 0;
}

int copy_host_name(char* name, size_t size) {
  const std::string& robot = identity().robot;
  std::memcpy(name, robot.c_str(), std::min(size, robot.size() + 1));
  if (size > robot.size()) return 0;
  return errno = ENAMETOOLONG, -1;
}

}  // namespace

}  // namespace radio_exec

using radio_exec::find_robot;
using radio_exec::is_on_robot;
using radio_exec::robot_name_at;

RUBBLE_INTERPOSED int getaddrinfo(const char* name, const char* service, const addrinfo* hints,
                                  addrinfo** results) {
  const bool wants_number = hints != nullptr && (hints->ai_flags & AI_NUMERICHOST) != 0;
  const auto robot = wants_number ? std::nullopt : find_robot(name);
  if (robot) return radio_exec::resolve(*robot, service, hints, results);
  return RUBBLE_LIBC(getaddrinfo)(name, service, hints, results);
}

RUBBLE_INTERPOSED int getnameinfo(const sockaddr* address, socklen_t size, char* host,
                                  socklen_t host_size, char* service, socklen_t service_size,
                                  int flags) {
  const bool wants_name = host != nullptr && host_size > 0 && (flags & NI_NUMERICHOST) == 0;
  const auto robot = wants_name ? robot_name_at(address, size) : std::nullopt;
  if (!robot)
    return RUBBLE_LIBC(getnameinfo)(address, size, host, host_size, service, service_size, flags);
  if (robot->size() >= host_size) return EAI_OVERFLOW;
  std::memcpy(host, robot->c_str(), robot->size() + 1);
  if (service == nullptr || service_size == 0) return 0;
  return RUBBLE_LIBC(getnameinfo)(address, size, nullptr, 0, service, service_size,
                                  flags & ~NI_NAMEREQD);
}

RUBBLE_INTERPOSED hostent* gethostbyname(const char* name) {
  const auto robot = find_robot(name);
  if (!robot) return RUBBLE_LIBC(gethostbyname)(name);
  return radio_exec::with_name(RUBBLE_LIBC(gethostbyname)(robot->address.c_str()), robot->name);
}

RUBBLE_INTERPOSED hostent* gethostbyname2(const char* name, int family) {
  const auto robot = family == AF_INET ? find_robot(name) : std::nullopt;
  if (!robot) return RUBBLE_LIBC(gethostbyname2)(name, family);
  return radio_exec::with_name(RUBBLE_LIBC(gethostbyname2)(robot->address.c_str(), family),
                               robot->name);
}

RUBBLE_INTERPOSED int gethostbyname_r(const char* name, hostent* entry, char* buffer, size_t size,
                                      hostent** result, int* error) {
  const auto robot = find_robot(name);
  if (!robot) return RUBBLE_LIBC(gethostbyname_r)(name, entry, buffer, size, result, error);
  return radio_exec::with_name_stored(robot->name, entry, buffer, size, [&](size_t rest) {
    return RUBBLE_LIBC(gethostbyname_r)(robot->address.c_str(), entry, buffer, rest, result, error);
  });
}

RUBBLE_INTERPOSED int gethostbyname2_r(const char* name, int family, hostent* entry, char* buffer,
                                       size_t size, hostent** result, int* error) {
  const auto robot = family == AF_INET ? find_robot(name) : std::nullopt;
  if (!robot)
    return RUBBLE_LIBC(gethostbyname2_r)(name, family, entry, buffer, size, result, error);
  return radio_exec::with_name_stored(robot->name, entry, buffer, size, [&](size_t rest) {
    return RUBBLE_LIBC(gethostbyname2_r)(robot->address.c_str(), family, entry, buffer, rest,
                                         result, error);
  });
}

RUBBLE_INTERPOSED hostent* gethostbyaddr(const void* address, socklen_t size, int family) {
  if (family == AF_INET && size >= sizeof(in_addr)) {
    const sockaddr_in wire = radio_exec::wire_address(address);
    if (const auto robot = robot_name_at(reinterpret_cast<const sockaddr*>(&wire), sizeof wire)) {
      char text[INET_ADDRSTRLEN] = {};
      inet_ntop(AF_INET, &wire.sin_addr, text, sizeof text);
      return radio_exec::with_name(RUBBLE_LIBC(gethostbyname)(text), *robot);
    }
  }
  return RUBBLE_LIBC(gethostbyaddr)(address, size, family);
}

RUBBLE_INTERPOSED int gethostbyaddr_r(const void* address, socklen_t address_size, int family,
                                      hostent* entry, char* buffer, size_t size, hostent** result,
                                      int* error) {
  if (family == AF_INET && address_size >= sizeof(in_addr)) {
    const sockaddr_in wire = radio_exec::wire_address(address);
    if (const auto robot = robot_name_at(reinterpret_cast<const sockaddr*>(&wire), sizeof wire)) {
      char text[INET_ADDRSTRLEN] = {};
      inet_ntop(AF_INET, &wire.sin_addr, text, sizeof text);
      return radio_exec::with_name_stored(*robot, entry, buffer, size, [&](size_t rest) {
        return RUBBLE_LIBC(gethostbyname_r)(text, entry, buffer, rest, result, error);
      });
    }
  }
  return RUBBLE_LIBC(gethostbyaddr_r)(address, address_size, family, entry, buffer, size, result,
                                      error);
}

RUBBLE_INTERPOSED int gethostname(char* name, size_t size) noexcept {
  if (is_on_robot()) return radio_exec::copy_host_name(name, size);
  return RUBBLE_LIBC(gethostname)(name, size);
}

RUBBLE_INTERPOSED int __gethostname_chk(char* name, size_t size, size_t capacity) noexcept {
  if (is_on_robot() && size <= capacity) return radio_exec::copy_host_name(name, size);
  return RUBBLE_LIBC(__gethostname_chk)(name, size, capacity);
}

RUBBLE_INTERPOSED int uname(utsname* facts) noexcept {
  const int result = RUBBLE_LIBC(uname)(facts);
  if (result != 0 || !is_on_robot()) return result;
  const std::string name = radio_exec::identity().robot.substr(0, sizeof facts->nodename - 1);
  std::memcpy(facts->nodename, name.c_str(), name.size() + 1);
  return 0;
}
