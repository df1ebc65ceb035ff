#pragma once

#include <string>

namespace vow::harness {

/// Something that work in a sandbox tried to reach outside of it.
struct Attempt {
    enum class Kind {
        contact, ///< with a program, which may or may not change something
        change,  ///< of the machine: a signal, a setting of the kernel, a mount
    };
    /// Whether another machine would have been reached.
    enum class Reach { machine, network };

    Kind kind;
    std::string what; ///< in words that follow "it": "connected to /run/x.sock"
    Reach reach = Reach::machine;

    friend bool operator==(const Attempt&, const Attempt&) = default;
};

} // namespace vow::harness
