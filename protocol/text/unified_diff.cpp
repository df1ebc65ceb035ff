#include "protocol/text/unified_diff.h"

#include "protocol/text/characters.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

namespace vow {
namespace {

constexpr std::size_t context_lines = 3;
constexpr std::size_t max_diff_bytes = std::size_t{64} << 10U;
constexpr std::ptrdiff_t max_half_distance = 1000; ///< beyond it a part counts as replaced

using Lines = std::vector<std::string_view>;

/// The lines of a text, with their ends.
Lines split_lines(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

/// Lines by number: equal ones have the same.
using Numbers = std::vector<std::uint32_t>;

class Numbering {
public:
    Numbers of(const Lines& lines) {
        Numbers numbers;
        numbers.reserve(lines.size());
        for (const std::string_view line : lines)
            numbers.push_back(
                known_.emplace(line, static_cast<std::uint32_t>(known_.size())).first->second
            );
        return numbers;
    }

private:
    std::unordered_map<std::string_view, std::uint32_t> known_;
};

/// Part of a text, and where it begins in it.
struct Stretch {
    std::span<const std::uint32_t> lines;
    std::size_t at = 0;

    Stretch from(std::size_t begin, std::size_t end) const {
        return {lines.subspan(begin, end - begin), at + begin};
    }
    std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(lines.size()); }
};

/// The run of equal lines in the middle of a shortest edit, and the length of that edit.
struct Snake {
    std::ptrdiff_t distance;
    std::ptrdiff_t x, y; ///< its begin in the old and in the new text
    std::ptrdiff_t u, v; ///< its end
};

/// Searches from both ends for the middle of a shortest edit. Names as in the paper, where `k` is a
/// diagonal, and `N` and `M` are the lengths.
class MiddleSearch {
public:
    MiddleSearch(std::span<const std::uint32_t> old, std::span<const std::uint32_t> present)
        : old_(old),
          present_(present),
          n_(static_cast<std::ptrdiff_t>(old.size())),
          m_(static_cast<std::ptrdiff_t>(present.size())),
          slots_(2 * std::min(n_, m_) + 2),
          forward_(static_cast<std::size_t>(slots_)),
          backward_(static_cast<std::size_t>(slots_)) {}

    /// A distance of -1: the texts differ too much.
    Snake find() {
        const std::ptrdiff_t last = (n_ + m_ + 1) / 2;
        for (std::ptrdiff_t h = 0; h <= std::min(last, max_half_distance); ++h) {
            if (step(h, Direction::forward)) return found_;
            if (step(h, Direction::backward)) return found_;
        }
        return {-1, 0, 0, 0, 0};
    }

private:
    enum class Direction { forward, backward };

    std::ptrdiff_t& furthest(std::vector<std::ptrdiff_t>& ends, std::ptrdiff_t k) const {
        return ends[static_cast<std::size_t>((k % slots_ + slots_) % slots_)];
    }

    bool is_equal(Direction direction, std::ptrdiff_t x, std::ptrdiff_t y) const {
        const bool is_forward = direction == Direction::forward;
        const std::ptrdiff_t left = is_forward ? x : n_ - 1 - x;
        const std::ptrdiff_t right = is_forward ? y : m_ - 1 - y;
        return old_[static_cast<std::size_t>(left)] == present_[static_cast<std::size_t>(right)];
    }

    bool step(std::ptrdiff_t h, Direction direction) {
        const bool is_forward = direction == Direction::forward;
        auto& own = is_forward ? forward_ : backward_;
        auto& other = is_forward ? backward_ : forward_;
        const std::ptrdiff_t odd = is_forward ? 1 : 0;
        const std::ptrdiff_t first = -(h - 2 * std::max<std::ptrdiff_t>(0, h - m_));
        const std::ptrdiff_t last = h - 2 * std::max<std::ptrdiff_t>(0, h - n_);
        for (std::ptrdiff_t k = first; k <= last; k += 2) {
            const bool goes_down =
                k == -h || (k != h && furthest(own, k - 1) < furthest(own, k + 1));
            const std::ptrdiff_t s = goes_down ? furthest(own, k + 1) : furthest(own, k - 1) + 1;
            std::ptrdiff_t a = s;
            while (a < n_ && a - k < m_ && is_equal(direction, a, a - k))
                ++a;
            furthest(own, k) = a;
            const std::ptrdiff_t z = n_ - m_ - k;
            const bool may_meet = (n_ + m_) % 2 == odd && z >= -(h - odd) && z <= h - odd;
            if (!may_meet || a + furthest(other, z) < n_) continue;
            found_ = is_forward ? Snake{2 * h - 1, s, s - k, a, a - k}
                                : Snake{2 * h, n_ - a, m_ - (a - k), n_ - s, m_ - (s - k)};
            return true;
        }
        return false;
    }

    std::span<const std::uint32_t> old_, present_;
    std::ptrdiff_t n_, m_, slots_;
    std::vector<std::ptrdiff_t> forward_, backward_;
    Snake found_{};
};

/// The lines that are not in both texts.
struct Marks {
    std::vector<bool> removed, added;

    void remove(const Stretch& stretch) { mark(removed, stretch); }
    void add(const Stretch& stretch) { mark(added, stretch); }

private:
    static void mark(std::vector<bool>& marks, const Stretch& stretch) {
        for (std::size_t at = 0; at < stretch.lines.size(); ++at)
            marks[stretch.at + at] = true;
    }
};

// NOLINTNEXTLINE(misc-no-recursion): each half has half of the distance
void compare(const Stretch& old, const Stretch& present, Marks& marks) {
    if (old.lines.empty()) return marks.add(present);
    if (present.lines.empty()) return marks.remove(old);
    const Snake snake = MiddleSearch(old.lines, present.lines).find();
    if (snake.distance < 0) {
        marks.remove(old);
        return marks.add(present);
    }
    const auto [distance, x, y, u, v] = snake;
    const auto place = [](std::ptrdiff_t number) { return static_cast<std::size_t>(number); };
    if (distance > 1 || (x != u && y != v)) {
        compare(old.from(0, place(x)), present.from(0, place(y)), marks);
        compare(
            old.from(place(u), old.lines.size()),
            present.from(place(v), present.lines.size()),
            marks
        );
    } else if (present.size() > old.size()) {
        marks.add(present.from(old.lines.size(), present.lines.size()));
    } else if (present.size() < old.size()) {
        marks.remove(old.from(present.lines.size(), old.lines.size()));
    }
}

Marks marks_of(const Numbers& old, const Numbers& present) {
    Marks marks{std::vector<bool>(old.size()), std::vector<bool>(present.size())};
    const std::size_t shorter = std::min(old.size(), present.size());
    std::size_t begin = 0;
    while (begin < shorter && old[begin] == present[begin])
        ++begin;
    std::size_t end = 0;
    while (end < shorter - begin && old[old.size() - 1 - end] == present[present.size() - 1 - end])
        ++end;
    compare(
        Stretch{old}.from(begin, old.size() - end),
        Stretch{present}.from(begin, present.size() - end),
        marks
    );
    return marks;
}

/// One line of the difference: ' ', '-' or '+', and where it is in both texts.
struct DiffLine {
    char mark;
    std::size_t old, present;
};

std::vector<DiffLine> merged(const Marks& marks) {
    std::vector<DiffLine> lines;
    lines.reserve(marks.removed.size() + marks.added.size());
    std::size_t old = 0;
    std::size_t present = 0;
    while (old < marks.removed.size() || present < marks.added.size()) {
        if (old < marks.removed.size() && marks.removed[old])
            lines.push_back({'-', old++, present});
        else if (present < marks.added.size() && marks.added[present])
            lines.push_back({'+', old, present++});
        else
            lines.push_back({' ', old++, present++});
    }
    return lines;
}

std::string range_text(std::size_t begin, std::size_t count) {
    const std::size_t first = count == 0 ? begin : begin + 1;
    return std::to_string(first) + (count == 1 ? "" : "," + std::to_string(count));
}

class Printer {
public:
    Printer(const Lines& old, const Lines& present) : old_(old), present_(present) {}

    void print_hunk(std::span<const DiffLine> hunk) {
        const auto count = [&](char without) {
            return static_cast<std::size_t>(std::ranges::count_if(hunk, [&](const DiffLine& line) {
                return line.mark != without;
            }));
        };
        add("@@ -" + range_text(hunk.front().old, count('+')) + " +" +
            range_text(hunk.front().present, count('-')) + " @@\n");
        for (const DiffLine& line : hunk) {
            const std::string_view text =
                line.mark == '+' ? present_[line.present] : old_[line.old];
            std::string shown(1, line.mark);
            shown += text;
            if (!text.ends_with('\n')) shown += "\n\\ No newline at end of file\n";
            add(shown);
        }
    }

    std::string text(std::string_view path) const {
        std::string whole = "--- ";
        whole.append(path).append("\n+++ ").append(path).append("\n").append(text_);
        if (left_out_ > 0)
            whole.append("\\ ").append(std::to_string(left_out_)).append(" more lines\n");
        return whole;
    }

private:
    void add(const std::string& line) {
        if (left_out_ > 0 || text_.size() + line.size() > max_diff_bytes)
            ++left_out_;
        else
            text_ += line;
    }

    const Lines& old_;
    const Lines& present_;
    std::string text_;
    std::size_t left_out_ = 0;
};

void print_hunks(const std::vector<DiffLine>& lines, Printer& printer) {
    std::size_t at = 0;
    while (at < lines.size()) {
        while (at < lines.size() && lines[at].mark == ' ')
            ++at;
        if (at == lines.size()) return;
        const std::size_t begin = at - std::min(at, context_lines);
        std::size_t end = at; // after the last changed line
        for (std::size_t next = at; next < lines.size() && next <= end + 2 * context_lines; ++next)
            if (lines[next].mark != ' ') end = next + 1;
        at = end;
        end = std::min(end + context_lines, lines.size());
        printer.print_hunk(std::span(lines).subspan(begin, end - begin));
    }
}

} // namespace

bool is_shown_text(std::string_view content) {
    if (!binary_bytes_of(content).empty()) return false;
    while (!content.empty()) {
        const auto character = leading_character(content);
        if (!character) return false;
        content.remove_prefix(character->length);
    }
    return true;
}

std::string unified_diff(std::string_view before, std::string_view after, std::string_view path) {
    if (before == after) return {};
    const Lines old = split_lines(before);
    const Lines present = split_lines(after);
    Numbering numbering;
    const Numbers old_numbers = numbering.of(old);
    const Numbers present_numbers = numbering.of(present);
    Printer printer(old, present);
    print_hunks(merged(marks_of(old_numbers, present_numbers)), printer);
    return printer.text(path);
}

DiffCount DiffCount::of(std::string_view diff) {
    constexpr std::size_t header_lines = 2;
    DiffCount count;
    const Lines lines = split_lines(diff);
    for (std::size_t at = diff.starts_with("--- ") ? header_lines : 0; at < lines.size(); ++at) {
        if (lines[at].starts_with('+')) ++count.added;
        if (lines[at].starts_with('-')) ++count.removed;
    }
    return count;
}

} // namespace vow
