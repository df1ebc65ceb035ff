#include "protocol/harness/report.h"

#include "protocol/description/secrets.h"
#include "protocol/harness/reporting/formats.h"

#include <algorithm>
#include <array>

namespace vow::harness {
namespace {

constexpr std::array<std::string_view, 4> judgements = {
    "pass",
    "warning",
    "violation",
    "not offered",
};

} // namespace

std::string_view text_of(Judgement judgement) {
    return judgements.at(static_cast<std::size_t>(judgement));
}

bool is_objection(const Finding& finding) {
    return finding.judgement == Judgement::violation || finding.judgement == Judgement::warning;
}

std::vector<std::string> remarks_on(const Report::Entry& entry) {
    std::vector<std::string> lines;
    if (!entry.place.empty() && is_objection(entry.finding)) lines.push_back(entry.place);
    if (!entry.finding.text.empty()) lines.push_back(entry.finding.text);
    lines.insert(lines.end(), entry.finding.details.begin(), entry.finding.details.end());
    if (!is_objection(entry.finding)) return lines;
    if (!entry.command.empty()) lines.push_back("try: " + entry.command);
    if (!entry.section.empty()) {
        lines.push_back("see " + entry.section + ", and vow module explain " + entry.id);
    }
    return lines;
}

std::size_t Report::count(Judgement judgement) const {
    return static_cast<std::size_t>(std::count_if(
        entries.begin(),
        entries.end(),
        [&](const Entry& entry) { return entry.finding.judgement == judgement; }
    ));
}

void mask(Report& report, const Secrets& secrets) {
    for (Report::Entry& entry : report.entries) {
        entry.command = secrets.masked(entry.command);
        entry.finding.text = secrets.masked(entry.finding.text);
        for (std::string& line : entry.finding.details)
            line = secrets.masked(line);
    }
}

std::optional<ReportFormat> report_format_from(std::string_view word) {
    if (word == "text") return ReportFormat::terminal;
    if (word == "tap") return ReportFormat::tap;
    if (word == "junit") return ReportFormat::junit;
    if (word == "json") return ReportFormat::json;
    return std::nullopt;
}

std::string text_of(const Report& report, ReportFormat format, Colours colours) {
    switch (format) {
    case ReportFormat::terminal: return terminal_text(report, colours);
    case ReportFormat::tap: return tap_text(report);
    case ReportFormat::junit: return junit_text(report);
    case ReportFormat::json: return json_report(report);
    }
    return {};
}

} // namespace vow::harness
