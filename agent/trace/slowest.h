#pragma once

#include "policy/run/observer.h"
#include "protocol/description/secrets.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace vow::agent {

/// The promises of a run that took the most time, and the modules that they took it in, so the
/// promise types: `vow run --slowest`. A promise whose passes or rounds are several outcomes counts
/// once for each of them.
class Slowest : public Observer {
public:
    explicit Slowest(std::size_t count) : count_(count) {}

    void receive(const Event& event) override;
    /// Aligned lines with a mask for each secret; empty if no promise was kept.
    std::string text(const Secrets& secrets) const;

private:
    struct Timing {
        std::chrono::nanoseconds duration;
        std::string result;
        std::string promise; ///< "files '/etc/motd' (main.cf:4)"
    };
    struct Module {
        std::chrono::nanoseconds duration = {};
        std::uint64_t promises = 0;
    };

    std::size_t count_;
    std::vector<Timing> slowest_; ///< at most `count_`, the slowest first
    std::map<std::string, Module> modules_;
};

} // namespace vow::agent
