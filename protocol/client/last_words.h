#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow::client {

/// The end of what a module wrote to standard error: at most 4 KiB, to be shown when it dies.
class LastWords {
public:
    void add(std::string_view text);
    /// The last ten lines.
    std::vector<std::string> lines() const;

private:
    std::string text_;
};

/// Without empty ones.
std::vector<std::string_view> lines_of(std::string_view text);

} // namespace vow::client
