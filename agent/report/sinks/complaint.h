#pragma once

#include <cstdio>
#include <exception>
#include <string>
#include <utility>

namespace vow::agent {

/// Reports a sink that failed, once: on standard error, since the log itself may be what fails.
class Complaint {
public:
    explicit Complaint(std::string what) : what_(std::move(what)) {}

    template <class Write>
    void unless(Write write) {
        try {
            write();
        } catch (const std::exception& failure) {
            if (!std::exchange(is_made_, true))
                std::fprintf(stderr, "vow: cannot log to %s: %s\n", what_.c_str(), failure.what());
        }
    }

private:
    std::string what_;
    bool is_made_ = false;
};

} // namespace vow::agent
