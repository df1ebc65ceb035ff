#pragma once

#include "protocol/client/progress.h"

#include <string>
#include <vector>

namespace vow::harness {

/// The module that is looked at: what it is called in messages, and how it is started.
struct Subject {
    std::string name;
    std::vector<std::string> command; ///< a path and its arguments
    client::Progress progress = client::Progress::unwatched;
};

/// The module in a file. It is started by `interpreter` if one is given, else by itself, else, not
/// being executable, by what its first line names ("#!/bin/sh"). Throws client::ModuleError when
/// there is nothing that could be started.
Subject subject_at(const std::string& path, const std::string& interpreter);

} // namespace vow::harness
