#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace vow::modules {

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
