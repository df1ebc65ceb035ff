#pragma once

#include "protocol/promise/record.h"

#include <cstddef>
#include <deque>
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

/// The last lines of an output that comes in pieces: a hundred at most, each cut at 64 kB.
class LastLines {
public:
    void add(std::string_view bytes);
    /// The lines with their ends; the last may have none.
    std::string text() const;

private:
    std::deque<std::string> lines_;
    bool begins_line_ = true;
};

} // namespace vow::modules
