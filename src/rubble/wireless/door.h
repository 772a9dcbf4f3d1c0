// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <deque>
#include <optional>

#include "rubble/wireless/doors.h"

namespace rubble::wireless {

class Door : public std::enable_shared_from_this<Door> {
 public:
  Door(Doors& owner, const ExecBoard& board, const PairPort& where);

  void prepare(Doors::WhenReady when_ready);
  void follow_links();
  void sweep(double now);
  void close();  // without telling the owner
  double last_asked() const { return last_asked_; }

 private:
  // Error, and the connection if there is none.
  using Dialled = std::function<void(const boost::system::error_code&, net::tcp::socket)>;
  struct Call;  // of prepare(), until it is answered

  // Somebody who may come in until then.
  struct Guest {
    double until = 0.0;                   // s
    std::optional<net::tcp::socket> far;  // the connection made for it ahead
  };

  void expect(double seconds, std::optional<net::tcp::socket> far = {});
  void dial(Dialled dialled);
  void wait_for_dial(const std::shared_ptr<Call>& call);
  // What is to be said to who asked.
  std::string take_dialled(const boost::system::error_code& error, net::tcp::socket far);
  // Makes it listen if it does not; says why if it cannot.
  std::string listen(bool is_deaf);
  void bind(boost::system::error_code& error);
  int port() const;
  void set_deaf(bool is_deaf);
  void accept_next();
  void welcome(net::tcp::socket near);
  void dial_for(const std::shared_ptr<net::tcp::socket>& near);
  bool is_idle() const { return guests_.empty() && dialling_ == 0; }
  void leave();

  Doors* owner_;  // null once it is closed
  ExecBoard board_;
  PairPort where_;
  net::tcp::acceptor acceptor_;
  bool is_deaf_ = false;
  int dialling_ = 0;
  double last_asked_ = 0.0;
  std::deque<Guest> guests_;
};

}  // namespace rubble::wireless
