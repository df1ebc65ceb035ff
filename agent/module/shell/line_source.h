#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// Candidates for the end of a line that is being typed, and the position where they begin.
struct Completion {
    std::size_t begin = 0;
    std::vector<std::string> words = {};
};

/// The source of the shell's lines.
class LineSource {
public:
    virtual ~LineSource() = default;

    /// The next line, without its end; nullopt at the end.
    virtual std::optional<std::string> next_line() = 0;
    /// Adds a line to the history, if there is one.
    virtual void keep(const std::string& line) = 0;
};

/// The behaviour of a LineSource on a terminal.
struct LineSettings {
    std::string prompt;
    std::function<Completion(const std::string&)> complete; ///< takes the line typed so far
    std::string history;                                    ///< a file; empty if none is kept
};

/// Reads lines from standard input. On a terminal it prompts, and offers editing, completion and a
/// history if libedit is installed.
std::unique_ptr<LineSource> make_line_source(const LineSettings& settings);

/// Reads lines from a terminal by libedit. Null if it is not installed, or was not when this
/// program was built.
std::unique_ptr<LineSource> make_edited_lines(const LineSettings& settings);

/// True if standard input is a terminal.
bool is_interactive();

/// The file of the shell's history, in $XDG_STATE_HOME/vow or ~/.local/state/vow. Creates the
/// folder. Empty if neither can be used.
std::string history_file();

} // namespace vow::agent
