#pragma once

#include "protocol/system/file_descriptor.h"

#include <cstdint>
#include <filesystem>
#include <string>

#include <sys/types.h>

namespace vow::harness {

/// A thread that waits in a system call, as seen by the process that supervises it. Memory, paths
/// and descriptors that cannot be read are empty.
class Caller {
public:
    /// `root` is the folder "/" of its sandbox.
    Caller(pid_t thread, std::filesystem::path root);

    /// Memory of the caller; shorter than `size` if it ends before.
    std::string bytes_at(std::uint64_t address, std::size_t size) const;
    /// The same up to a zero byte.
    std::string text_at(std::uint64_t address) const;
    std::uint64_t number_at(std::uint64_t address) const;

    /// A path that is relative to an open folder of the caller, or to its working folder, or that
    /// names an open file of the caller by its number.
    std::string absolute(int folder, const std::string& path) const;
    /// A copy of its descriptor.
    FileDescriptor descriptor(int number) const;

    /// Whether its sandbox has such a process, or group of processes.
    bool sees_process(pid_t process) const;
    bool sees_group(pid_t group) const;

private:
    pid_t thread_;
    std::filesystem::path root_;
};

} // namespace vow::harness
