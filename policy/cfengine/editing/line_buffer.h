#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vow::cfengine {

/// The lines of a text that is being edited, without their ends. Counts changes.
class LineBuffer {
public:
    /// Whether a line that ends in a backslash continues in the next one.
    enum class Join { no, continued_lines };

    LineBuffer() = default;
    explicit LineBuffer(std::string_view text, Join join = Join::no);

    std::size_t size() const { return lines_.size(); }
    bool empty() const { return lines_.empty(); }
    const std::string& operator[](std::size_t index) const { return lines_[index]; }
    const std::vector<std::string>& lines() const { return lines_; }
    /// Whether any line is equal to this one. From the second call on, the time it takes does not
    /// depend on the number of lines.
    bool contains(const std::string& line) const;
    /// Every line ends in a newline, including the last.
    std::string text() const;

    /// Inserts before line `index`, or at the end if `index` is the size.
    void insert(std::size_t index, std::string line);
    void erase(std::size_t index);
    void replace(std::size_t index, std::string line);
    std::size_t edits() const { return edits_; }

private:
    void count(const std::string& line);
    void discount(const std::string& line);

    std::vector<std::string> lines_;
    mutable std::unordered_map<std::string, std::size_t> counts_; ///< of equal lines
    mutable std::size_t lookups_ = 0; ///< the second one makes the counts
    std::size_t edits_ = 0;
};

} // namespace vow::cfengine
