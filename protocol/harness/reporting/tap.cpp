#include "protocol/data/conversion.h"
#include "protocol/harness/reporting/formats.h"

namespace vow::harness {
namespace {

/// A description in which no character has a meaning of its own.
std::string escaped_for_tap(std::string_view text) {
    std::string out;
    for (const char letter : text) {
        if (letter == '\\' || letter == '#') out += '\\';
        out += letter == '\n' ? ' ' : letter;
    }
    return out;
}

/// A text in JSON is one in YAML, too.
std::string yaml_text(const std::string& text) {
    return json_text(Data::string(text));
}

std::string yaml_block(const Report::Entry& entry) {
    std::string text = "  ---\n";
    text += "  verdict: " + yaml_text(std::string(text_of(entry.finding.judgement))) + "\n";
    text += "  message: " + yaml_text(entry.finding.text) + "\n";
    if (!entry.place.empty()) text += "  at: " + yaml_text(entry.place) + "\n";
    if (!entry.section.empty()) text += "  rule: " + yaml_text(entry.section) + "\n";
    if (!entry.command.empty()) text += "  try: " + yaml_text(entry.command) + "\n";
    if (!entry.finding.details.empty()) text += "  details:\n";
    for (const std::string& line : entry.finding.details)
        text += "    - " + yaml_text(line) + "\n";
    return text + "  ...\n";
}

} // namespace

std::string tap_text(const Report& report) {
    std::string text = "TAP version 14\n1.." + std::to_string(report.entries.size()) + "\n";
    std::size_t number = 0;
    for (const Report::Entry& entry : report.entries) {
        const Finding& finding = entry.finding;
        text += finding.judgement == Judgement::violation ? "not ok " : "ok ";
        text += std::to_string(++number) + " - " + escaped_for_tap(entry.id + " " + entry.title);
        if (finding.judgement == Judgement::not_offered)
            text += " # SKIP " + escaped_for_tap(finding.text);
        text += "\n";
        if (is_objection(finding)) text += yaml_block(entry);
    }
    return text;
}

} // namespace vow::harness
