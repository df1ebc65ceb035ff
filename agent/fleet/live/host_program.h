#pragma once

#include "protocol/system/child.h"
#include "protocol/system/file_descriptor.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// A run of `vow` as a child, and its output. It is a process of its own, so that its crash, its
/// memory and its time are not those of the resident agent.
class HostProgram {
public:
    /// `words` follow the program's name. Throws std::runtime_error if it cannot be started.
    explicit HostProgram(const std::vector<std::string>& words);
    HostProgram(const HostProgram&) = delete;
    HostProgram& operator=(const HostProgram&) = delete;
    ~HostProgram(); ///< ends it

    /// For poll(): readable when the program has written or exited.
    std::vector<int> descriptors() const;
    /// Reads what is there. Returns the exit status when it has ended; 128+N after a signal.
    std::optional<int> advance();
    const std::string& output() const { return output_; }
    bool is_cut() const { return is_cut_; }
    std::chrono::steady_clock::time_point begin() const { return begin_; }

private:
    static constexpr std::size_t most = 256UL * 1024;

    void read_output();

    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    FileDescriptor pipe_;
    std::optional<Child> child_;
    std::string output_;
    bool is_cut_ = false;
};

/// The path of `vow`, which is installed with this program.
std::string path_of_vow();

} // namespace vow::agent
