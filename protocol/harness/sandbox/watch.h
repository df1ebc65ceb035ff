#pragma once

#include "protocol/harness/sandbox/attempt.h"
#include "protocol/system/file_descriptor.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace vow::harness {

/// The results of watching work in a sandbox.
struct Observation {
    std::vector<Attempt> attempts = {}; ///< each once
    std::string obstacle = {};          ///< why nothing could be observed; empty if it was
    bool has_killed = false;            ///< a process group, at a guarded path
};

/// The attempts of one kind, one sentence each.
std::vector<std::string> attempt_lines(const Observation& observation, Attempt::Kind kind);

/// A sandbox as its supervisor knows it.
struct WatchedPlace {
    std::filesystem::path root; ///< its folder "/"
    /// The first process group that is about to rename or link a file to one of these is killed.
    std::vector<std::string> guarded = {};
    /// Of a non-blocking pipe that receives each attempt as a line, before its call returns; -1
    /// for none. Lines that do not fit are lost.
    int reports = -1;
};

/// The attempts in lines that were read from such a pipe.
std::vector<Attempt> attempts_in(std::string_view lines);

/// Gives processes of this namespace higher numbers than those outside have, as far as the machine
/// has room, so that signals to those are recognized. Must be called by its first process, before
/// it enters the sandbox. Returns the first number, 0 if the kernel does not permit it.
pid_t raise_process_numbers();

/// Has a supervisor, which called watch() with the other end of `supervisor`, see the attempts of
/// this process and all that it starts to reach outside. Returns whether it does.
bool be_watched(const FileDescriptor& supervisor, pid_t first_process);

/// Watches a process, which called be_watched() with the other end of `talk`, until it ends.
/// `number_there` is the number of its end of `talk`. Connections to programs outside are refused.
Observation
watch(pid_t process, const FileDescriptor& talk, int number_there, const WatchedPlace& place);

/// Takes the rights from programs that this process starts which would let root undo a sandbox.
void drop_rights_over_machine();

} // namespace vow::harness
