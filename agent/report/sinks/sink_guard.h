#pragma once

#include <cstdio>
#include <exception>
#include <string>
#include <utility>

namespace vow::agent {

/// Keeps the failure of a sink from ending the run: reports the first one on standard error, and
/// drops what cannot be written.
class SinkGuard {
public:
    /// `target` is a path, for the message.
    explicit SinkGuard(std::string target) : target_(std::move(target)) {}

    template <class Write>
    void run(Write write) {
        try {
            write();
        } catch (const std::exception& failure) {
            if (std::exchange(has_reported_, true)) return;
            std::fprintf(
                stderr, "vow: warning: cannot log to %s: %s\n", target_.c_str(), failure.what()
            );
        }
    }

private:
    std::string target_;
    bool has_reported_ = false;
};

} // namespace vow::agent
