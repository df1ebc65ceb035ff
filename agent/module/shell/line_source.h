#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// What may stand at the end of a line that is being typed, from one place of it on.
struct Completion {
    std::size_t begin = 0;
    std::vector<std::string> words = {};
};

/// Where the shell's lines come from.
class LineSource {
public:
    virtual ~LineSource() = default;

    /// The next line, without its end. None: there are no more.
    virtual std::optional<std::string> next_line() = 0;
    /// Keeps a line for later, where lines can be called back.
    virtual void keep(const std::string& line) = 0;
};

struct LineSettings {
    std::string prompt;
    std::function<Completion(const std::string&)> complete; ///< what was typed so far
    std::string history;                                    ///< a file; empty: none is kept
};

/// Lines of standard input. On a terminal there is a prompt; lines can be edited, completed and
/// called back there if libedit is installed.
std::unique_ptr<LineSource> make_line_source(const LineSettings& settings);

/// Those of a terminal, by libedit. Null: it is not installed, or was not when this was built.
std::unique_ptr<LineSource> make_edited_lines(const LineSettings& settings);

bool is_interactive();

/// Where the shell's history is kept: in $XDG_STATE_HOME/vow, or ~/.local/state/vow. Makes the
/// folder. Empty: there is no such place.
std::string history_file();

} // namespace vow::agent
