#pragma once

#include <optional>
#include <string>
#include <vector>

namespace vow {

/// The reason why the kernel would refuse to start a program with these arguments and this
/// environment, and a remedy; nullopt if they are short enough. One text may have 128 KiB with its
/// end, and all of them, with a pointer for each, a quarter of the stack, but at least 128 KiB and
/// at most 6 MiB (execve(2), "Limits on size of arguments and environment").
///
/// Without this check a long argument costs a fork, and the failure would not name it. The
/// interpreter, which the kernel adds for a script, is not counted.
std::optional<std::string>
excess_of(const std::vector<std::string>& arguments, const std::vector<std::string>& environment);

} // namespace vow
