// SPDX-License-Identifier: Apache-2.0
// Unmodified programs communicate over the simulated radio.
#include <fstream>

#include "rubble/radio/propagation.h"
#include "tests/radio_exec_trial.h"

namespace rubble::wireless {
namespace {

// Number of sockets bound to a port (hexadecimal) of any station.
int count_listeners(const std::string& port) {
  int count = 0;
  for (const char* list : {"/proc/net/tcp", "/proc/net/udp"}) {
    std::ifstream file(list);
    for (std::string line; std::getline(file, line);) {
      const bool is_waiting = line.find(" 00000000:0000 0") != std::string::npos;
      count += line.find(":" + port + " ") != std::string::npos && is_waiting ? 1 : 0;
    }
  }
  return count;
}

TEST_F(RadioExecTest, TwoProgramsTalkOverTcpByName) {
  Program server = python("R2",
                          "s = listener(7001); c, who = s.accept()\n"
                          "print(socket.gethostname(), socket.gethostbyaddr(who[0])[0])\n"
                          "print(c.recv(100).decode()); c.sendall(b'hello back'); c.close()\n");
  ASSERT_EQ(server.line(), "ready");
  Program client = python("R1",
                          "c = socket.create_connection(('R2', 7001)); c.sendall(b'hello')\n"
                          "print(c.recv(100).decode())\n"
                          "print(c.getpeername()[0] == socket.gethostbyname('R2'))\n"
                          "print(c.getsockname()[0] == socket.gethostbyname(os.uname().nodename))\n"
                          "print(socket.getnameinfo(c.getpeername(), 0)[0])\n");
  EXPECT_EQ(client.line(), "hello back");
  EXPECT_EQ(client.line(), "True");
  EXPECT_EQ(client.line(), "True");
  EXPECT_EQ(client.line(), "R2");
  EXPECT_EQ(server.line(), "R2 R1");
  EXPECT_EQ(server.line(), "hello");
  EXPECT_EQ(client.exit_code(), 0);
  EXPECT_EQ(server.exit_code(), 0);
}

TEST_F(RadioExecTest, TwoProgramsTalkOverUdpByName) {
  Program server = python("R2",
                          "s = hearer(7002)\n"
                          "for i in range(3):\n"
                          "  text, who = s.recvfrom(100)\n"
                          "  print(text.decode(), socket.gethostbyaddr(who[0])[0])\n"
                          "  s.sendto(b'heard ' + text, who)\n");
  ASSERT_EQ(server.line(), "ready");
  Program client = python(
      "R1",
      "loose = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); loose.sendto(b'a', ('R2', 7002))\n"
      "text, who = loose.recvfrom(100); print(text.decode(), who[0] == "
      "socket.gethostbyname('R2'))\n"
      "tied = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); tied.connect(('R2', 7002))\n"
      "tied.send(b'b'); print(tied.recv(100).decode())\n"
      "both = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM); both.bind(('::', 0))\n"
      "both.connect(('::ffff:' + socket.gethostbyname('R2'), 7002))\n"
      "both.sendmsg([b'c']); print(both.recv(100).decode())\n");
  EXPECT_EQ(client.line(), "heard a True");
  EXPECT_EQ(client.line(), "heard b");
  EXPECT_EQ(client.line(), "heard c");
  EXPECT_EQ(server.line(), "a R1");
  EXPECT_EQ(server.line(), "b R1");
  EXPECT_EQ(server.line(), "c R1");
  EXPECT_EQ(client.exit_code(), 0);
}

TEST_F(RadioExecTest, EveryRobotHasItsOwnPortSpace) {
  const std::string script =
      "s = listener(7003); c, who = s.accept(); c.sendall(socket.gethostname().encode())\n";
  Program second = python("R2", script);
  Program third = python("R3", script);
  ASSERT_EQ(second.line(), "ready");
  ASSERT_EQ(third.line(), "ready");
  Program client = python("R1",
                          "for name in ('R3', 'R2'):\n"
                          "  print(socket.create_connection((name, 7003)).recv(100).decode())\n"
                          "try: socket.socket().bind((socket.gethostbyname('R2'), 7004))\n"
                          "except OSError as e: print(code(e.errno))\n");
  EXPECT_EQ(client.line(), "R3");
  EXPECT_EQ(client.line(), "R2");
  EXPECT_EQ(client.line(), "EADDRNOTAVAIL");
}

TEST_F(RadioExecTest, BroadcastReachesAllInRange) {
  const std::string script =
      "s = hearer(7017); s.settimeout(1.5)\n"
      "try: text, who = s.recvfrom(99); print(text.decode(), who[1] != 0)\n"
      "except TimeoutError: print('nothing')\n";
  set_r1_r2_strength(kDeadLinkDbm);
  Program second = python("R2", script);
  Program third = python("R3", script);
  ASSERT_EQ(second.line(), "ready");
  ASSERT_EQ(third.line(), "ready");
  Program client = python("R1",
                          "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
                          "try: s.sendto(b'x', ('255.255.255.255', 7017))\n"
                          "except PermissionError: print('not allowed')\n"
                          "s.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)\n"
                          "print(s.sendto(b'all', ('255.255.255.255', 7017)))\n");
  EXPECT_EQ(client.line(), "not allowed");
  EXPECT_EQ(client.line(), "3");
  EXPECT_EQ(third.line(), "all True");
  EXPECT_EQ(second.line(), "nothing");
}

// As ROS nodes do: the kernel chooses the port, and the host name is announced to others.
TEST_F(RadioExecTest, KernelChosenPortIsReachable) {
  Program server = python("R2",
                          "s = socket.socket(); s.bind(('', 0)); s.listen(4)\n"
                          "u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); u.bind(('', 0))\n"
                          "print(s.getsockname()[1]); print(u.getsockname()[1])\n"
                          "c, who = s.accept(); c.sendall(b'tcp')\n"
                          "text, who = u.recvfrom(100); u.sendto(b'udp', who)\n");
  const std::string tcp_port = server.line();
  const std::string udp_port = server.line();
  Program client = python("R1", "print(socket.create_connection(('R2', " + tcp_port +
                                    ")).recv(9).decode())\n"
                                    "u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
                                    "u.sendto(b'?', ('R2', " +
                                    udp_port + ")); print(u.recv(9).decode())\n");
  EXPECT_EQ(client.line(), "tcp");
  EXPECT_EQ(client.line(), "udp");
}

TEST_F(RadioExecTest, FileArrivesCompleteDespiteATemporaryLinkLoss) {
  Program server = python("R2",
                          "s = listener(7005); c, who = s.accept(); h = hashlib.sha256(); n = 0\n"
                          "while True:\n"
                          "  part = c.recv(65536)\n"
                          "  if not part: break\n"
                          "  if n == 0: print('begun')\n"
                          "  h.update(part); n += len(part)\n"
                          "print(n, h.hexdigest())\n");
  ASSERT_EQ(server.line(), "ready");
  Program client =
      python("R1",
             "data = os.urandom(1 << 16) * 160; c = socket.create_connection(('R2', 7005))\n"
             "c.sendall(data); c.shutdown(socket.SHUT_WR); c.recv(1)\n"
             "print(len(data), hashlib.sha256(data).hexdigest())\n");
  ASSERT_EQ(server.line(), "begun");
  set_r1_r2_strength(kDeadLinkDbm);
  EXPECT_EQ(server.line(1500), "");
  set_r1_r2_strength(-50.0);
  const std::string received = server.line(60000);
  EXPECT_TRUE(received.starts_with("10485760 ")) << received;
  EXPECT_EQ(client.line(), received);
}

// The delivery rate of 1000-byte datagrams follows the error curve over a range of strengths.
TEST_F(RadioExecTest, DatagramLossMatchesThePacketErrorRate) {
  constexpr int kCount = 4000;
  for (const double dbm : {-91.0, -93.0, -94.0}) {
    set_r1_r2_strength(dbm, 24.0);
    Program server = python("R2",
                            "s = hearer(7006); s.settimeout(2); n = 0; s.recv(2000); n = 1\n"
                            "try:\n"
                            "  while True: s.recv(2000); n += 1\n"
                            "except TimeoutError: print(n)\n");
    ASSERT_EQ(server.line(), "ready");
    Program client = python("R1",
                            "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
                            "for i in range(4000): s.sendto(b'x' * 1000, ('R2', 7006))\n"
                            "print('sent')\n");
    EXPECT_EQ(client.line(60000), "sent");
    const double arrived = std::stod("0" + server.line(60000)) / kCount;
    EXPECT_NEAR(1.0 - arrived, radio::packet_error_rate(dbm, -92.0), 0.02) << dbm;
  }
}

TEST_F(RadioExecTest, ConnectStallsOutOfRangeAndSucceedsOnceTheLinkIsBack) {
  Program server = python("R2", "s = listener(7007); c, who = s.accept(); c.sendall(b'at last')\n");
  ASSERT_EQ(server.line(), "ready");
  set_r1_r2_strength(kDeadLinkDbm);
  Program impatient = python("R1",
                             "try: socket.create_connection(('R2', 7007), timeout=1)\n"
                             "except TimeoutError: print('timed out')\n");
  EXPECT_EQ(impatient.line(), "timed out");
  Program patient = python("R1",
                           "s = socket.socket(); s.setblocking(False)\n"
                           "print(code(s.connect_ex(('R2', 7007))))\n"
                           "print(code(s.connect_ex(('R2', 7007))))\n"
                           "print(select.select([], [s], [], 1.2)[1] == [])\n"
                           "print(len(select.select([], [s], [], 20)[1]))\n"
                           "print(s.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR))\n"
                           "s.setblocking(True); print(s.recv(100).decode())\n");
  EXPECT_EQ(patient.line(), "EINPROGRESS");
  EXPECT_EQ(patient.line(), "EALREADY");
  EXPECT_EQ(patient.line(), "True");
  set_r1_r2_strength(-50.0);
  EXPECT_EQ(patient.line(), "1");
  EXPECT_EQ(patient.line(), "0");
  EXPECT_EQ(patient.line(), "at last");
}

TEST_F(RadioExecTest, ConnectToAClosedPortIsRefused) {
  Program client = python("R1",
                          "print(code(socket.socket().connect_ex(('R2', 7008))))\n"
                          "s = socket.socket(); s.setblocking(False)\n"
                          "print(code(s.connect_ex(('R2', 7008))))\n"
                          "print(len(select.select([], [s], [], 10)[1]))\n"
                          "print(code(s.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)))\n");
  EXPECT_EQ(client.line(), "ECONNREFUSED");
  EXPECT_EQ(client.line(), "EINPROGRESS");
  EXPECT_EQ(client.line(), "1");
  EXPECT_EQ(client.line(), "ECONNREFUSED");
}

TEST_F(RadioExecTest, ConcurrentConnectsAllSucceed) {
  Program server = python("R2",
                          "s = listener(7018)\n"
                          "while True: s.accept()[0].close()\n");
  ASSERT_EQ(server.line(), "ready");
  Program client = python(
      "R1",
      "import collections, concurrent.futures as futures\n"
      "def go(port):\n"
      "  with socket.socket() as s: return code(s.connect_ex(('R2', port)))\n"
      "with futures.ThreadPoolExecutor(24) as pool:\n"
      "  for port in (7018, 7019): print(dict(collections.Counter(pool.map(go, [port] * 240))))\n");
  EXPECT_EQ(client.line(), "{'0': 240}");
  EXPECT_EQ(client.line(), "{'ECONNREFUSED': 240}");
}

TEST_F(RadioExecTest, ConnectIsRefusedIfTheServerIsGoneWhenTheLinkIsBack) {
  set_r1_r2_strength(kDeadLinkDbm);
  Program client = python("R1",
                          "s = socket.socket(); s.setblocking(False); s.connect_ex(('R2', 7009))\n"
                          "print('asked'); print(len(select.select([], [s], [], 20)[1]))\n"
                          "print(code(s.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)))\n");
  EXPECT_EQ(client.line(), "asked");
  set_r1_r2_strength(-50.0);
  EXPECT_EQ(client.line(), "1");
  EXPECT_EQ(client.line(), "ECONNREFUSED");
}

TEST_F(RadioExecTest, RobotReachesItselfByLoopbackNames) {
  Program client = python(
      "R1",
      "s = listener(7010)\n"
      "for name in ('127.0.0.1', 'localhost', '0.0.0.0', 'R1'):\n"
      "  c = socket.create_connection((name, 7010)); c.close(); s.accept()[0].close(); "
      "print(name)\n"
      "c = socket.socket(socket.AF_INET6); c.connect(('::1', 7010)); print('::1')\n"
      "u = hearer(7010); v = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
      "v.sendto(b'me', ('127.0.0.1', 7010)); print(u.recv(10).decode())\n"
      "d = socket.socket(socket.AF_INET6); d.bind(('::', 7011)); d.listen(1)\n"
      "socket.create_connection(('127.0.0.1', 7011)); print('both')\n"
      "e = socket.socket(); e.bind(('127.0.0.1', 7012)); e.listen(1); print(e.getsockname()[0])\n"
      "socket.create_connection(('127.0.0.1', 7012)); print('own')\n");
  for (const char* expected : {"ready", "127.0.0.1", "localhost", "0.0.0.0", "R1", "::1", "ready",
                               "me", "both", "127.0.0.1", "own"})
    EXPECT_EQ(client.line(), expected);
  EXPECT_EQ(client.exit_code(), 0);
}

TEST_F(RadioExecTest, TrafficOutsideTheRadioIsUntouched) {
  Program outside = plain_python(
      "s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(4); print(s.getsockname()[1])\n"
      "for i in range(2):\n"
      "  c, who = s.accept(); print(who[0]); c.sendall(b'outside')\n"
      "time.sleep(20)\n");
  const std::string port = outside.line();
  Program client =
      python("R1",
             "for name in ('127.0.0.1', 'localhost'):\n"
             "  c = socket.create_connection((name, " +
                 port +
                 "))\n"
                 "  print(c.recv(100).decode(), c.getpeername()[0])\n"
                 "a, b = socket.socketpair(); a.send(b'u'); print(b.recv(1).decode())\n"
                 "try: socket.gethostbyname('no-such-robot.invalid')\n"
                 "except socket.gaierror: print('unknown')\n");
  EXPECT_EQ(client.line(), "outside 127.0.0.1");
  EXPECT_EQ(client.line(), "outside 127.0.0.1");
  EXPECT_EQ(client.line(), "u");
  EXPECT_EQ(client.line(), "unknown");
  EXPECT_EQ(outside.line(), "127.0.0.1");
}

// For example the machine's own sshd: reachable as every robot, over the radio.
TEST_F(RadioExecTest, OutsideServerOnAllAddressesIsReachableOverTheRadio) {
  Program outside = plain_python(
      "s = socket.socket(); s.bind(('', 0)); s.listen(4); print(s.getsockname()[1])\n"
      "c, who = s.accept(); c.sendall(b'outside'); time.sleep(20)\n");
  const std::string port = outside.line();
  set_r1_r2_strength(kDeadLinkDbm);
  const std::string script =
      "print(socket.create_connection(('R2', " + port + "), timeout=1).recv(99).decode())\n";
  EXPECT_EQ(python("R1", "try: " + script + "except TimeoutError: print('timed out')\n").line(),
            "timed out");
  set_r1_r2_strength(-50.0);
  EXPECT_EQ(python("R1", script).line(), "outside");
}

TEST_F(RadioExecTest, ChildProcessesAreOnTheSameRobot) {
  Program server = python("R2", "s = listener(7013); c, who = s.accept(); c.sendall(b'hi')\n");
  ASSERT_EQ(server.line(), "ready");
  Program shell =
      run("R1", {"/bin/sh", "-c",
                 "uname -n; " + python_program() +
                     " -c \"import socket; "
                     "print(socket.create_connection(('r2', 7013)).recv(9).decode())\""});
  EXPECT_EQ(shell.line(), "R1");
  EXPECT_EQ(shell.line(), "hi");
  EXPECT_EQ(shell.exit_code(), 0);
}

// A shell with netcat on a robot.
TEST_F(RadioExecTest, NetcatWorksOverTcpAndUdp) {
  if (!std::filesystem::exists("/usr/bin/nc") && !std::filesystem::exists("/bin/nc"))
    GTEST_SKIP() << "netcat is not there";
  Program server = run("R2", {"/bin/sh", "-c", "nc -l 7016 | sha256sum"});
  Program hearer = run("R2", {"nc", "-u", "-l", "7016"});
  ASSERT_TRUE(net::becomes_true([] { return count_listeners("1B68") == 2; }));  // 7016
  Program client = run("R1", {"/bin/sh", "-c",
                              "head -c 300000 /dev/urandom > /tmp/$$; sha256sum < /tmp/$$\n"
                              "nc -N R2 7016 < /tmp/$$; rm /tmp/$$\n"
                              "echo by datagram | nc -u -q 0 R2 7016"});
  const std::string sum = client.line();
  EXPECT_EQ(sum.size(), 67u);
  EXPECT_EQ(server.line(), sum);
  EXPECT_EQ(hearer.line(), "by datagram");
  EXPECT_EQ(client.exit_code(), 0);
}

int open_files() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return static_cast<int>(std::distance(begin(files), end(files)));
}

TEST_F(RadioExecTest, ManyConnectsLeakNoSockets) {
  const int before = open_files();
  Program server = python("R2",
                          "s = listener(7014)\n"
                          "while True: s.accept()[0].close()\n");
  ASSERT_EQ(server.line(), "ready");
  Program client = python("R1",
                          "n = 0\n"
                          "for i in range(2000):\n"
                          "  c = socket.create_connection(('R2', 7014)); n += c.recv(1) == b''\n"
                          "  c.close()\n"
                          "print(n)\n");
  EXPECT_EQ(client.line(120000), "2000");
  EXPECT_TRUE(net::becomes_true([&] {
    const ExecBrokerCounts counts = broker_->counts();
    return counts.proxy_listeners == 0 && counts.relays == 0;
  }));
  EXPECT_GE(broker_->request_count(), 2000);
  EXPECT_LE(open_files(), before + 2);  // both programs' outputs
}

TEST_F(RadioExecTest, WithoutAServerOtherRobotsAreUnreachable) {
  Program client = python("R1",
                          "there = socket.gethostbyname('R2'); print('asked'); time.sleep(1)\n"
                          "for i in range(100):\n"
                          "  result = code(socket.socket().connect_ex((there, 7015)))\n"
                          "  if result == 'ENETUNREACH': break\n"
                          "  time.sleep(0.1)\n"
                          "print(result)\n");
  ASSERT_EQ(client.line(), "asked");
  broker_.reset();
  EXPECT_EQ(client.line(), "ENETUNREACH");
}

}  // namespace
}  // namespace rubble::wireless
