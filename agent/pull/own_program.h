#pragma once

#include "agent/pull/settings.h"
#include "agent/run/session.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// How a program ended that a pull has started.
struct ProgramEnd {
    int status = 0;           ///< 128+N after signal N
    bool is_late = false;     ///< its time was over
    bool is_stopped = false;  ///< by a signal to the pull
    std::string output = {};  ///< if it was captured
    std::string failure = {}; ///< why it did not start; may be empty

    bool is_good() const { return status == 0 && !is_late && !is_stopped && failure.empty(); }
    /// "ended with status 3", for a sentence.
    std::string text() const;
};

/// Starts programs for a pull, with a limit of time each: vow itself, so that a policy that hangs
/// or crashes takes only its own process along, and health checks.
class OwnProgram {
public:
    /// Borrows the session.
    explicit OwnProgram(Session& session);

    enum class Shown { output, nothing };
    /// `arguments` follow the program's name. `secrets`: a folder for secret_data; may be empty.
    ProgramEnd
    vow(std::vector<std::string> arguments,
        std::chrono::seconds limit,
        Shown shown,
        const std::string& secrets = {}) const;
    ProgramEnd program(const std::vector<std::string>& words, std::chrono::seconds limit) const;

private:
    ProgramEnd start(Command command) const;

    Session& session_;
    std::string path_;
};

} // namespace vow::agent
