#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// The lines of a text that is edited. A line that is not changed keeps every byte, the end of the
/// line included: a text with CRLF stays one, and so does one whose last line has no end.
class Lines {
public:
    explicit Lines(std::string_view text);

    std::size_t size() const { return lines_.size(); }
    /// A line without its end.
    const std::string& operator[](std::size_t index) const { return lines_[index].text; }

    /// Adds a line before another or, at size(), as the last one. It ends as the first line does.
    void insert(std::size_t at, std::string line);
    void append(std::string line) { insert(size(), std::move(line)); }
    void replace(std::size_t at, std::string line) { lines_[at].text = std::move(line); }
    void remove(std::size_t at) { lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(at)); }

    /// The first line, from `from` on, for which a predicate holds.
    template <class Predicate>
    std::optional<std::size_t> find(Predicate holds, std::size_t from = 0) const {
        for (std::size_t at = from; at < size(); ++at) {
            if (holds(lines_[at].text)) return at;
        }
        return std::nullopt;
    }
    template <class Predicate>
    void remove_if(Predicate holds) {
        std::erase_if(lines_, [&](const Line& line) { return holds(line.text); });
    }

    std::string text() const;

private:
    struct Line {
        std::string text;
        std::string_view end; ///< "\n", "\r\n", or empty for a last line without
    };

    std::vector<Line> lines_;
    std::string_view usual_end_ = "\n";
};

/// The lines in which two texts differ: those between their common beginning and their common end.
struct ChangedLines {
    std::string_view before;
    std::string_view after;

    static ChangedLines between(std::string_view before, std::string_view after);
};

} // namespace vow::modules
