#include "protocol/harness/report.h"

#include "protocol/data/plain_data.h"

#include <algorithm>
#include <array>

namespace vow::harness {
namespace {

using Entry = Report::Entry;

constexpr std::array<std::string_view, 4> judgements = {
    "pass",
    "warning",
    "violation",
    "not offered",
};

std::string padded(std::string_view text, std::size_t width) {
    std::string out(text);
    out.resize(std::max(out.size(), width), ' ');
    return out;
}

/// The lines shown below an entry that did not plainly pass.
std::vector<std::string> remarks_on(const Entry& entry) {
    std::vector<std::string> lines;
    if (!entry.finding.text.empty()) lines.push_back(entry.finding.text);
    lines.insert(lines.end(), entry.finding.details.begin(), entry.finding.details.end());
    const bool is_objection = entry.finding.judgement == Judgement::violation ||
                              entry.finding.judgement == Judgement::warning;
    if (is_objection && !entry.section.empty()) {
        lines.push_back("see " + entry.section);
    }
    return lines;
}

std::string summary_of(const Report& report) {
    std::string text;
    for (std::size_t i = 0; i < judgements.size(); ++i) {
        const std::size_t count = report.count(static_cast<Judgement>(i));
        if (count == 0) continue;
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " " +
                std::string(judgements.at(i));
    }
    return text;
}

std::string terminal_text(const Report& report) {
    std::size_t width = 0;
    for (const Entry& entry : report.entries)
        width = std::max(width, entry.id.size());
    std::string text;
    for (const Entry& entry : report.entries) {
        text += padded(text_of(entry.finding.judgement), 12) + padded(entry.id, width) + "  " +
                entry.title + "\n";
        for (const std::string& line : remarks_on(entry))
            text += std::string(14, ' ') + line + "\n";
    }
    return text + report.subject + ": " + summary_of(report) + "\n";
}

/// Test Anything Protocol, version 13.
std::string tap_text(const Report& report) {
    std::string text = "TAP version 13\n1.." + std::to_string(report.entries.size()) + "\n";
    std::size_t number = 0;
    for (const Entry& entry : report.entries) {
        const Finding& finding = entry.finding;
        text += finding.judgement == Judgement::violation ? "not ok " : "ok ";
        text += std::to_string(++number) + " - " + entry.id + " " + entry.title;
        if (finding.judgement == Judgement::not_offered) text += " # SKIP " + finding.text;
        text += "\n";
        if (finding.judgement == Judgement::not_offered) continue;
        if (finding.judgement == Judgement::warning) text += "# warning\n";
        for (const std::string& line : remarks_on(entry))
            text += "# " + line + "\n";
    }
    return text;
}

/// Escapes text for XML; invalid characters become U+FFFD.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char letter : text) {
        switch (letter) {
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '&': out += "&amp;"; break;
        case '"': out += "&quot;"; break;
        case '\n': out += "&#10;"; break;
        default:
            if (static_cast<unsigned char>(letter) < 0x20 && letter != '\t') {
                out += "\xef\xbf\xbd";
            } else {
                out += letter;
            }
        }
    }
    return out;
}

std::string seconds_of(std::chrono::nanoseconds duration) {
    return json_text(Data::real(static_cast<double>(duration.count() / 1'000'000) / 1000.0));
}

std::string junit_entry(const Entry& entry, const Report& report) {
    std::string text = "  <testcase classname=\"" + escaped(report.kind) + "\" name=\"" +
                       escaped(entry.id + " " + entry.title) + "\" time=\"" +
                       seconds_of(entry.duration) + "\"";
    std::string body;
    for (const std::string& line : entry.finding.details)
        body += escaped(line) + "\n";
    const std::string message = "message=\"" + escaped(entry.finding.text) + "\"";
    switch (entry.finding.judgement) {
    case Judgement::pass: return text + "/>\n";
    case Judgement::not_offered: return text + "><skipped " + message + "/></testcase>\n";
    case Judgement::violation:
        return text + "><failure " + message + ">" + body + "</failure></testcase>\n";
    case Judgement::warning:
        return text + "><system-out>warning: " + escaped(entry.finding.text) + "\n" + body +
               "</system-out></testcase>\n";
    }
    return text;
}

std::string junit_text(const Report& report) {
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"" +
                       escaped("vow module " + report.kind + " " + report.subject) + "\" tests=\"" +
                       std::to_string(report.entries.size()) + "\" failures=\"" +
                       std::to_string(report.count(Judgement::violation)) + "\" skipped=\"" +
                       std::to_string(report.count(Judgement::not_offered)) + "\">\n";
    for (const Entry& entry : report.entries)
        text += junit_entry(entry, report);
    return text + "</testsuite>\n";
}

std::string json_report(const Report& report) {
    Data::Array entries;
    for (const Entry& entry : report.entries) {
        entries.push_back(Data::object({
            {"id", Data::string(entry.id)},
            {"title", Data::string(entry.title)},
            {"section", Data::string(entry.section)},
            {"verdict", Data::string(std::string(text_of(entry.finding.judgement)))},
            {"text", Data::string(entry.finding.text)},
            {"details", array_of(entry.finding.details)},
            {"milliseconds", Data::integer(entry.duration.count() / 1'000'000)},
        }));
    }
    return json_text(Data::object({
               {"kind", Data::string(report.kind)},
               {"module", Data::string(report.subject)},
               {"entries", Data::array(std::move(entries))},
           })) +
           "\n";
}

} // namespace

std::string_view text_of(Judgement judgement) {
    return judgements.at(static_cast<std::size_t>(judgement));
}

std::size_t Report::count(Judgement judgement) const {
    return static_cast<std::size_t>(std::count_if(
        entries.begin(),
        entries.end(),
        [&](const Entry& entry) { return entry.finding.judgement == judgement; }
    ));
}

std::optional<ReportFormat> report_format_from(std::string_view word) {
    if (word == "text") return ReportFormat::terminal;
    if (word == "tap") return ReportFormat::tap;
    if (word == "junit") return ReportFormat::junit;
    if (word == "json") return ReportFormat::json;
    return std::nullopt;
}

std::string text_of(const Report& report, ReportFormat format) {
    switch (format) {
    case ReportFormat::terminal: return terminal_text(report);
    case ReportFormat::tap: return tap_text(report);
    case ReportFormat::junit: return junit_text(report);
    case ReportFormat::json: return json_report(report);
    }
    return {};
}

} // namespace vow::harness
