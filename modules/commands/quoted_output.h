#pragma once

#include "protocol/promise/record.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace vow::modules {

/// Logs the output of a command at notice, line by line: `Q: "...bin/echo a": a`. Lines are
/// collected into messages of some 4 kB.
class QuotedOutput {
public:
    QuotedOutput(std::string_view command_line, Record& record);

    void line(std::string_view text); ///< empty lines are skipped
    void flush();
    std::size_t lines() const { return lines_; }

private:
    std::string prefix_;
    Record& record_;
    std::string pending_;
    std::size_t lines_ = 0;
};

} // namespace vow::modules
