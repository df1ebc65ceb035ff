#include "agent/page/page.h"
#include "agent/review/page_sections.h"
#include "agent/review/run_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace vow::agent {
namespace {

using std::chrono::microseconds;

constexpr std::size_t max_bars = 300; ///< the longest
constexpr std::size_t max_rows = 60;
// Units of the drawing.
constexpr std::int64_t first_x = 130, bars_width = 870, whole_width = 1000;
constexpr std::int64_t row_height = 20, bar_height = 16, axis_height = 24;
constexpr std::int64_t letter_width = 7, text_offset = 4, text_rise = 4;

/// A span and the row that it is drawn in.
struct Bar {
    const RecordedSpan* span;
    std::size_t row;
};

microseconds end_of(const RecordedSpan& span) {
    return span.begin + span.duration;
}

std::string digits(std::int64_t value) {
    return std::to_string(value);
}

std::string title_of(const RecordedSpan& span) {
    return span.kind + " " + span.name;
}

/// The spans of the evaluator, each below those that it lies in; then a row for each process.
class Rows {
public:
    void add(const RecordedSpan& span) {
        if (span.lane > 0) return processes_.push_back(&span);
        while (!open_.empty() && end_of(*open_.back().span) <= span.begin)
            open_.pop_back();
        std::size_t row = 0;
        for (const Bar& around : open_) {
            if (end_of(*around.span) >= end_of(span)) row = std::max(row, around.row + 1);
        }
        while (row < ends_.size() && ends_[row] > span.begin)
            ++row;
        if (row >= ends_.size()) ends_.resize(row + 1);
        ends_[row] = end_of(span);
        open_.push_back({&span, row});
        bars_.push_back({&span, row});
    }
    std::vector<Bar> bars() const {
        std::vector<Bar> all = bars_;
        all.reserve(bars_.size() + processes_.size());
        std::size_t row = ends_.size();
        for (const RecordedSpan* process : processes_)
            all.push_back({process, row++});
        std::erase_if(all, [](const Bar& bar) { return bar.row >= max_rows; });
        return all;
    }

private:
    std::vector<Bar> open_, bars_;
    std::vector<microseconds> ends_; ///< of the last bar by row
    std::vector<const RecordedSpan*> processes_;
};

std::vector<RecordedSpan> longest(std::vector<RecordedSpan> spans) {
    const auto is_longer = [](const RecordedSpan& one, const RecordedSpan& other) {
        return one.duration > other.duration;
    };
    if (spans.size() > max_bars) {
        std::ranges::stable_sort(spans, is_longer);
        spans.resize(max_bars);
    }
    std::ranges::stable_sort(spans, [](const RecordedSpan& one, const RecordedSpan& other) {
        return std::pair(one.begin, -one.duration) < std::pair(other.begin, -other.duration);
    });
    return spans;
}

/// The drawing of one run.
class Drawing {
public:
    explicit Drawing(microseconds whole) : whole_(std::max(whole, microseconds(1))) {}

    std::string bar(const Bar& bar) const {
        const RecordedSpan& span = *bar.span;
        const std::int64_t left = x_of(span.begin), right = x_of(end_of(span));
        const std::int64_t width = std::max<std::int64_t>(right - left, 1);
        const std::int64_t top = static_cast<std::int64_t>(bar.row) * row_height;
        const bool has_failed =
            !span.result.empty() && span.result != "kept" && span.result != "repaired";
        const std::string kind = span.kind == "pass" || span.kind == "module" ? span.kind : "scope";
        std::string text =
            "<g><title>" + safe_text(title_of(span)) + ", " + duration_text(span.duration);
        if (!span.result.empty()) text += ", " + safe_text(words_of_result(span.result));
        text += "</title><rect class=\"" + kind + (has_failed ? " failed" : "") + "\" x=\"" +
                digits(left) + "\" y=\"" + digits(top) + "\" width=\"" + digits(width) +
                "\" height=\"" + digits(bar_height) + R"(" rx="2"/>)";
        const auto letters = static_cast<std::size_t>((width - text_offset) / letter_width);
        const std::string& label = span.name;
        if (label.size() <= letters && width > text_offset)
            text += label_at(left + text_offset, top, label);
        return text + "</g>\n";
    }
    /// The name of a row, left of it.
    static std::string row_label(std::size_t row, std::string_view label) {
        constexpr std::size_t max_letters = first_x / letter_width - 1;
        return label_at(
            0, static_cast<std::int64_t>(row) * row_height, label.substr(0, max_letters)
        );
    }
    std::string axis(std::size_t rows) const {
        const std::int64_t top = static_cast<std::int64_t>(rows) * row_height;
        std::string text = "<line x1=\"" + digits(first_x) + "\" x2=\"" + digits(whole_width) +
                           "\" y1=\"" + digits(top) + "\" y2=\"" + digits(top) + "\"/>";
        text += label_at(first_x, top, "0 s");
        return text + R"(<text class="end" x=")" + digits(whole_width) + "\" y=\"" +
               digits(top + bar_height - text_rise) + "\">" + duration_text(whole_) + "</text>\n";
    }

private:
    std::int64_t x_of(microseconds time) const {
        const double share =
            static_cast<double>(time.count()) / static_cast<double>(whole_.count());
        return first_x + static_cast<std::int64_t>(
                             std::clamp(share, 0.0, 1.0) * static_cast<double>(bars_width)
                         );
    }
    static std::string label_at(std::int64_t x, std::int64_t top, std::string_view label) {
        return "<text x=\"" + digits(x) + "\" y=\"" + digits(top + bar_height - text_rise) + "\">" +
               safe_text(label) + "</text>";
    }

    microseconds whole_;
};

std::string timeline_table(const std::vector<RecordedSpan>& spans) {
    std::string text = "<details><summary>The timeline as a table</summary>\n<div "
                       "class=\"wide\"><table>\n<thead><tr><th class=\"number\" "
                       "scope=\"col\">began after</th><th class=\"number\" scope=\"col\">took</th>"
                       "<th scope=\"col\">part</th></tr></thead>\n<tbody>\n";
    for (const RecordedSpan& span : spans) {
        text.append("<tr><td class=\"number\">")
            .append(duration_text(span.begin))
            .append("</td><td class=\"number\">")
            .append(duration_text(span.duration))
            .append("</td><td>")
            .append(safe_text(title_of(span)))
            .append("</td></tr>\n");
    }
    return text + "</tbody></table></div></details>\n";
}

} // namespace

std::string timeline_section(const std::vector<RecordedSpan>& spans, microseconds whole) {
    if (spans.empty()) return {};
    const std::vector<RecordedSpan> shown_spans = longest(spans);
    for (const RecordedSpan& span : shown_spans)
        whole = std::max(whole, end_of(span));
    Rows all;
    for (const RecordedSpan& span : shown_spans)
        all.add(span);
    const Drawing drawing(whole);
    std::string bars = Drawing::row_label(0, "evaluator");
    std::size_t rows = 1;
    for (const Bar& bar : all.bars()) {
        rows = std::max(rows, bar.row + 1);
        if (bar.span->lane > 0) bars += Drawing::row_label(bar.row, title_of(*bar.span));
        bars += drawing.bar(bar);
    }
    const std::int64_t height = static_cast<std::int64_t>(rows) * row_height + axis_height;
    std::string text = "<h2>Timeline</h2>\n<p class=\"key\"><span class=\"scope\">bundle, step or "
                       "resource</span> <span class=\"pass\">pass</span> <span "
                       "class=\"module\">process of a module</span></p>\n<div class=\"wide\" "
                       "tabindex=\"0\" role=\"group\" aria-label=\"timeline\"><svg "
                       "class=\"timeline\" role=\"img\" aria-label=\"when the parts of the run "
                       "took place\" viewBox=\"0 0 1000 " +
                       digits(height) + "\">\n" + bars + drawing.axis(rows) + "</svg></div>\n";
    if (spans.size() > shown_spans.size())
        text += "<p class=\"quiet\">Only the longest " + std::to_string(shown_spans.size()) +
                " parts are shown.</p>\n";
    return text + timeline_table(shown_spans);
}

} // namespace vow::agent
