#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {
class Secrets;
} // namespace vow

namespace vow::harness {

/// The judgement of one check.
enum class Judgement {
    pass,
    warning,     ///< works with this agent, but is outside of the protocol
    violation,   ///< of a requirement of the protocol or the case
    not_offered, ///< nothing to judge: the module does not claim it, or it could not be tried
};

/// "pass", "warning", "violation", "not offered".
std::string_view text_of(Judgement judgement);

/// The result of one check.
struct Finding {
    Judgement judgement = Judgement::pass;
    std::string text = {};                 ///< the fault, or why nothing was tried
    std::vector<std::string> details = {}; ///< lines of the conversation, or of a difference

    static Finding pass() { return {}; }
    static Finding violation(std::string text, std::vector<std::string> details = {}) {
        return {Judgement::violation, std::move(text), std::move(details)};
    }
    static Finding warning(std::string text, std::vector<std::string> details = {}) {
        return {Judgement::warning, std::move(text), std::move(details)};
    }
    static Finding not_offered(std::string why) {
        return {Judgement::not_offered, std::move(why), {}};
    }
};

/// The result of examining a module: one entry for each check, in the order of their table.
struct Report {
    struct Entry {
        std::string id;      ///< stable; users and scripts refer to checks by it
        std::string title;   ///< the requirement
        std::string section; ///< of protocol/README.md or docs/harness.md; may be empty
        Finding finding;
        std::string group = {};   ///< the case that it is about; may be empty
        std::string place = {};   ///< of the case: "cases.yaml:7"; may be empty
        std::string command = {}; ///< a command that shows the fault; may be empty
        std::chrono::nanoseconds duration = {};
    };

    std::string kind;    ///< "conform", "test", ...
    std::string subject; ///< the module
    std::vector<Entry> entries = {};

    std::size_t count(Judgement judgement) const;
    bool has_violations() const { return count(Judgement::violation) > 0; }
};

/// Hides secret values in the findings and commands of a report.
void mask(Report& report, const Secrets& secrets);

/// Text for a person, or a format that other programs read.
enum class ReportFormat { terminal, tap, junit, json };

/// Whether the text for a person has colours.
enum class Colours { no, yes };

/// "text", "tap", "junit" or "json"; nullopt for another word.
std::optional<ReportFormat> report_format_from(std::string_view word);

/// The whole report, including its last line end.
std::string text_of(const Report& report, ReportFormat format, Colours colours = Colours::no);

} // namespace vow::harness
