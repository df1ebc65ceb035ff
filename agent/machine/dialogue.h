#pragma once

#include "policy/run/host_programs.h"
#include "policy/run/world.h"
#include "protocol/client/module_log.h"
#include "protocol/client/subprocess.h"

namespace vow::agent {

/// A dialogue with a child process. A signal that ends the run ends an exchange as well.
class ProcessDialogue : public Dialogue {
public:
    /// Throws std::system_error if the program cannot be started.
    ProcessDialogue(const TrustedCommand& command, const Stop& stop)
        : process_(command),
          stop_(stop) {}
    ~ProcessDialogue() override;

    Answer<std::string>
    exchange(std::string_view line, std::chrono::milliseconds limit, const Pause& pause) override;
    std::string take_errors() override { return process_.take_errors(); }

private:
    /// Waits until a descriptor is ready, or `until`. Returns whether one is.
    bool attend(std::chrono::steady_clock::time_point until);
    Answer<std::string> ended();
    Answer<std::string> gave_up(std::string reason);

    client::Subprocess process_;
    const Stop& stop_;
    std::string failure_; ///< why there are no more exchanges; empty while there are
};

} // namespace vow::agent
