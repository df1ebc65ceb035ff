#pragma once

#include "protocol/promise/record.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace vow::modules {

/// Says what a command prints, line by line, at notice: `Q: "...bin/echo a": a`. Several lines go
/// out as one message once there are some 4 kB of them, and at the end.
class QuotedOutput {
public:
    QuotedOutput(std::string_view command_line, Record& record);

    void line(std::string_view text); ///< empty ones are left out
    void flush();
    std::size_t lines() const { return lines_; }

private:
    std::string prefix_;
    Record& record_;
    std::string pending_;
    std::size_t lines_ = 0;
};

} // namespace vow::modules
