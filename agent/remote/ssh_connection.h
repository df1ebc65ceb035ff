#pragma once

#include "agent/remote/remote_host.h"
#include "agent/remote/ssh_parts.h"
#include "policy/run/connection.h"
#include "policy/run/host_programs.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vow::agent {

/// A machine that is reached by the system's ssh, where a vow answers. Its first session is the
/// master connection: it has no prompts, serves the host (`vow module host`), and carries the
/// sessions of promise modules (`vow module host NAME`), which are promise types like others.
///
/// If there is no vow at the other end and the architecture is the same, ours is sent along.
class SshConnection final : public Connection {
public:
    /// Starts the master. Borrows the host, which runs the programs. `socket` is the path of a new
    /// socket.
    SshConnection(Host& local, Destination destination, std::string ssh, std::string socket);

    std::unique_ptr<Host> host(Pause pause) override;
    const PromiseType& type(std::string_view name, const Pause& pause) override;
    bool is_lost() const override { return !failure_.empty(); }

private:
    using Milliseconds = std::chrono::milliseconds;

    void start();
    void greet(const Pause& pause);
    std::string exchange(std::string_view line, Milliseconds limit, const Pause& pause);
    std::string answer_of_master(std::string_view line, Milliseconds limit, const Pause& pause);
    void send_along();
    [[noreturn]] void lose(const std::string& why);
    /// ssh with its options, the destination, and a command of the other end's shell.
    std::vector<std::string>
    command(const std::vector<std::string>& options, const std::string& remote) const;

    Host& local_;
    Destination destination_;
    std::string ssh_;
    std::string socket_;
    std::unique_ptr<Dialogue> master_;
    Turn turn_;           ///< of the one whose answer is awaited
    std::string program_; ///< the path of the other vow; empty before it has answered
    std::string failure_; ///< why the connection is lost; empty while it is not
    std::map<std::string, PromiseType, std::less<>> types_; ///< by name
};

/// The connections of a run.
class Connections {
public:
    Connections();
    ~Connections();
    Connections(const Connections&) = delete;
    Connections& operator=(const Connections&) = delete;

    /// Begins to connect; a lost connection is replaced. Throws ConnectionLost.
    Connection& to(const Destination& destination, Host& local);

private:
    struct Open;
    std::unique_ptr<Open> open_; ///< null before the first
};

} // namespace vow::agent
