#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow::client {

/// The last 4 KiB that a module wrote to standard error, shown when it dies.
class ErrorTail {
public:
    void add(std::string_view text);
    /// The last ten lines.
    std::vector<std::string> lines() const;

private:
    std::string text_;
};

} // namespace vow::client
