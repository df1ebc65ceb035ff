#include "agent/page/page.h"
#include "agent/review/page_sections.h"
#include "agent/review/run_report.h"
#include "agent/review/run_text.h"

#include <algorithm>
#include <array>

namespace vow::agent {
namespace {

// Bytes of the page from which diffs, and then outcomes, are left out.
constexpr std::size_t max_with_diffs = 2'500'000;
constexpr std::size_t max_with_outcomes = 4'800'000;
constexpr std::size_t max_diff_lines = 400;
constexpr std::size_t slow_rows = 15;

enum class PageDiffs { shown, left_out };

std::string diff_line(std::string_view line) {
    if (line.starts_with("+")) return element("ins", line);
    if (line.starts_with("-")) return element("del", line);
    if (line.starts_with("@@")) return "<span class=\"at\">" + safe_text(line) + "</span>";
    return element("span", line);
}

std::string diff_block(const std::vector<std::string_view>& lines) {
    std::string text = R"(<pre tabindex="0" role="group" aria-label="difference">)";
    for (std::size_t at = 0; at < std::min(lines.size(), max_diff_lines); ++at)
        text += diff_line(lines[at]);
    if (lines.size() > max_diff_lines)
        text += "<span class=\"at\">... and " + std::to_string(lines.size() - max_diff_lines) +
                " more lines</span>";
    return text + "</pre>\n";
}

std::string changes_list(const RecordedOutcome& outcome, PageDiffs diffs) {
    std::string text;
    for (const Data& change : outcome.changes.items()) {
        text += "<li>" + safe_text(change_text(change));
        const auto lines = diff_lines_of(change);
        if (!lines.empty() && diffs == PageDiffs::shown) text += "\n" + diff_block(lines);
        text += "</li>\n";
    }
    return text.empty() ? text : "<ul>\n" + text + "</ul>\n";
}

std::string_view class_of(const RecordedOutcome& outcome) {
    if (is_failure(outcome)) return "bad";
    return outcome.result == "repaired" ? "changed" : "other";
}

std::string article(const RecordedOutcome& outcome, const PageFilter& filter, PageDiffs diffs) {
    const RecordedPromise& promise = outcome.promise;
    std::string text = "<article class=\"" + std::string(class_of(outcome)) + "\"" +
                       filter.attributes_of(outcome) + ">\n<h3><span class=\"result\">";
    text += safe_text(words_of_result(outcome.result)) + "</span> " + safe_text(promise.type) +
            " " + safe_text(promise.promiser) + "</h3>\n<p class=\"quiet\">" +
            safe_text(promise.place);
    if (!outcome.bundle.empty()) text += " in " + safe_text(outcome.bundle);
    if (!outcome.handle.empty()) text += ", " + safe_text(outcome.handle);
    text += ", " + duration_text(outcome.duration);
    if (outcome.is_handled) text += ", handled by the policy";
    text += "</p>\n";
    if (const std::string reason = reason_text(outcome); !reason.empty())
        text += element("p", reason) + "\n";
    return text + changes_list(outcome, diffs) + "</article>\n";
}

std::string totals(const RecordedRun& run) {
    constexpr std::array names{
        "not_kept", "repaired", "kept", "skipped", "would_repair", "cannot_be_told"};
    std::string text;
    for (const std::string_view name : names) {
        const auto count = total_of(run, name);
        const bool is_rare = name == "would_repair" || name == "cannot_be_told";
        if (!count || (is_rare && *count == 0)) continue;
        text += "<li><strong>" + std::to_string(*count) + "</strong> " + words_of_result(name) +
                "</li>\n";
    }
    return text.empty() ? text : "<ul class=\"totals\">\n" + text + "</ul>\n";
}

std::string summary(const RecordedRun& run) {
    const bool is_bad = run.has_failed() || !run.finished;
    const auto duration = duration_of(run);
    std::string text = "<header>\n<h1>Run " + std::to_string(run.number) + ": <span class=\"" +
                       (is_bad ? "bad" : "good") + "-text\">" + safe_text(state_of(run)) +
                       "</span></h1>\n<dl>\n";
    text += pair_of("policy", run.policy()) + pair_of("began", local_time(run.started));
    if (duration) text += pair_of("took", duration_text(*duration));
    text += pair_of("host", run.text("host")) + pair_of("user", run.text("user"));
    text += pair_of("vow", run.text("vow")) + pair_of("digest", run.text("policy_digest"));
    return text + "</dl>\n" + totals(run) + "</header>\n";
}

/// The outcomes for which there is room, after `page`.
std::string outcome_sections(const RunReport& report, const PageFilter& filter, std::size_t page) {
    std::string text = "<h2>Failures</h2>\n";
    const auto& outcomes = report.outcomes;
    const auto first_other = std::ranges::find_if_not(outcomes, is_failure);
    for (const std::string& error : report.errors)
        text += "<p class=\"bad-text\">" + safe_text(error) + "</p>\n";
    if (first_other == outcomes.begin()) text += "<p>No promise failed.</p>\n";
    auto left_out = static_cast<std::size_t>(report.run.omitted);
    for (auto each = outcomes.begin(); each != outcomes.end(); ++each) {
        if (each == first_other) text += "<h2>Changes</h2>\n";
        std::string one = article(*each, filter, PageDiffs::shown);
        if (page + text.size() + one.size() > max_with_diffs)
            one = article(*each, filter, PageDiffs::left_out);
        if (page + text.size() + one.size() > max_with_outcomes)
            ++left_out;
        else
            text += one;
    }
    if (left_out > 0)
        text += "<p>" + std::to_string(left_out) +
                " more outcomes are left out; vow history show has those that were recorded.</p>\n";
    return text;
}

std::string row(const std::string& first, const std::string& second) {
    return "<tr><td class=\"number\">" + safe_text(first) + "</td><td>" + safe_text(second) +
           "</td></tr>\n";
}

std::string table(const std::string& caption, const std::string& second, const std::string& rows) {
    return "<h2>" + caption +
           "</h2>\n<div class=\"wide\"><table>\n<thead><tr><th class=\"number\" "
           "scope=\"col\">time</th><th scope=\"col\">" +
           second + "</th></tr></thead>\n<tbody>\n" + rows + "</tbody></table></div>\n";
}

std::string slow_sections(const RunReport& report) {
    if (report.timings.empty()) return {};
    std::string promises, types;
    for (const RecordedTiming& timing : slowest(report.timings, slow_rows))
        promises += row(duration_text(timing.duration), title_of(timing.promise));
    for (const TypeTiming& type : slowest_types(report.timings, slow_rows))
        types += row(duration_text(type.duration), title_of(type));
    return table("Slowest promises", "promise", promises) + table("Slowest modules", "type", types);
}

// The chart: a bar a run, whose parts are its promises by result.
constexpr std::int64_t bar_width = 14, bar_step = 18, chart_height = 120;

std::string rectangle(const char* kind, std::int64_t x, std::int64_t y, std::int64_t height) {
    return "<rect class=\"" + std::string(kind) + "\" x=\"" + std::to_string(x) + "\" y=\"" +
           std::to_string(y) + "\" width=\"" + std::to_string(bar_width) + "\" height=\"" +
           std::to_string(height) + "\"/>";
}

std::string bar(const RecordedRun& run, std::int64_t x, std::int64_t most) {
    std::string text = "<g><title>run " + std::to_string(run.number) + ", " +
                       local_time(run.started) + ": " + safe_text(state_of(run)) + ", " +
                       totals_text(run) + "</title>";
    if (!run.totals) return text + rectangle("unfinished", x, 10, chart_height - 10) + "</g>\n";
    struct Part {
        const char* kind;
        std::int64_t count;
    };
    const std::array<Part, 3> parts{
        {{"kept", total_of(run, "kept").value_or(0)},
         {"repaired", total_of(run, "repaired").value_or(0)},
         {"not-kept", total_of(run, "not_kept").value_or(0)}}};
    std::int64_t bottom = chart_height;
    for (const auto& [kind, count] : parts) {
        if (count == 0) continue;
        const std::int64_t height = std::max<std::int64_t>(count * (chart_height - 10) / most, 2);
        bottom -= height;
        text += rectangle(kind, x, bottom, height);
    }
    return text + "</g>\n";
}

std::int64_t promises_of(const RecordedRun& run) {
    std::int64_t sum = 0;
    for (const char* name : {"kept", "repaired", "not_kept"})
        sum += total_of(run, name).value_or(0);
    return sum;
}

std::string runs_table(const std::vector<RecordedRun>& runs) {
    std::string text =
        "<details><summary>The runs as a table</summary>\n<div class=\"wide\"><table>\n"
        "<thead><tr><th class=\"number\" scope=\"col\">run</th><th scope=\"col\">began, "
        "result</th></tr></thead>\n<tbody>\n";
    for (const RecordedRun& run : runs) {
        const std::string words = totals_text(run);
        text +=
            row(std::to_string(run.number),
                local_time(run.started) + ", " + state_of(run) + (words.empty() ? "" : ", " + words)
            );
    }
    return text + "</tbody></table></div></details>\n";
}

std::string convergence(const std::vector<RecordedRun>& runs) {
    if (runs.empty()) return {};
    std::int64_t most = 1;
    for (const RecordedRun& run : runs)
        most = std::max(most, promises_of(run));
    const auto width = static_cast<std::int64_t>(runs.size()) * bar_step;
    std::string text =
        "<h2>Convergence</h2>\n<p class=\"key\"><span class=\"kept\">kept</span> <span "
        "class=\"repaired\">repaired</span> <span class=\"not-kept\">not kept</span></p>\n<svg "
        "role=\"img\" aria-label=\"promises of the last runs by result\" viewBox=\"0 0 " +
        std::to_string(std::max<std::int64_t>(width, 40 * bar_step)) + " " +
        std::to_string(chart_height + 2) + "\">\n";
    std::int64_t x = 2;
    for (const RecordedRun& run : runs) {
        text += bar(run, x, most);
        x += bar_step;
    }
    text += R"(<line x1="0" x2=")" + std::to_string(width) + "\" y1=\"" +
            std::to_string(chart_height) + "\" y2=\"" + std::to_string(chart_height) +
            "\"/></svg>\n";
    return text + runs_table(runs);
}

} // namespace

std::string html_page(const RunReport& report) {
    const RecordedRun& run = report.run;
    const bool has_choice = report.outcomes.size() > 1;
    const PageFilter filter(report.outcomes);
    Page page{.title = "vow: run " + std::to_string(run.number) + " of " + run.policy()};
    page.style = filter.style();
    page.body = summary(run) + "<main>\n";
    if (has_choice) page.body += filter.form();
    const std::string rest =
        timeline_section(report.timeline, duration_of(run).value_or(std::chrono::microseconds(0))) +
        slow_sections(report) + convergence(report.recent);
    page.body += outcome_sections(report, filter, page_text(page).size() + rest.size());
    page.body += rest;
    page.body += "</main>\n<footer><p class=\"quiet\">Written by vow " +
                 safe_text(run.text("vow")) + ".</p></footer>\n";
    if (has_choice) page.script = PageFilter::script();
    return page_text(page);
}

} // namespace vow::agent
