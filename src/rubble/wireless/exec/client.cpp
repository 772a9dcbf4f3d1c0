// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/exec/client.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <cstdlib>
#include <utility>  // Asio 1.74 uses std::exchange without it

#include "rubble/wireless/exec/session.h"

namespace rubble::wireless {

namespace {

// The reply line; empty if no broker answers.
std::string query_broker(int radio_port, const std::string& request) {
  net::asio::io_context context;
  ExecSession::Socket socket(context);
  boost::system::error_code error;
  socket.connect(net::asio::local::stream_protocol::endpoint(broker_socket_name(radio_port)),
                 error);
  if (!error) net::asio::write(socket, net::asio::buffer(request + "\n"), error);
  std::string answer;
  if (!error)
    net::asio::read_until(socket, net::asio::dynamic_buffer(answer, kMaxRequestBytes), '\n', error);
  return error ? "" : answer.substr(0, answer.find('\n'));
}

}  // namespace

Result<ExecStation> find_exec_station(int radio_port, const std::string& robot) {
  const std::string answer = query_broker(radio_port, "hello" + (kFieldSeparator + robot));
  if (answer.empty())
    return Error{{},
                 "no server of this machine has its radio at port " + std::to_string(radio_port) +
                     "; './rubble serve WORLD --radio-port " + std::to_string(radio_port) +
                     "' starts one"};
  const ExecSession::Words words = words_of(answer);
  if (words[0] != kDone || words.size() < 3) return Error{{}, std::string(words.back())};
  return ExecStation{radio_port, std::string(words[2]), std::string(words[1])};
}

std::map<std::string, std::string> exec_environment(const ExecStation& station,
                                                    const std::string& library) {
  const char* const others = std::getenv("LD_PRELOAD");
  const bool has_others = others != nullptr && *others != '\0';
  return {{"LD_PRELOAD", has_others ? library + ":" + others : library},
          {kRobotVariable, station.name},
          {kRadioPortVariable, std::to_string(station.radio_port)},
          {kAddressVariable, station.address}};
}

}  // namespace rubble::wireless
