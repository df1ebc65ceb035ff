#include "protocol/harness/reporting/formats.h"

#include <algorithm>
#include <array>
#include <span>

namespace vow::harness {
namespace {

using Entry = Report::Entry;

/// In the order of the judgements: green, yellow, red, grey.
constexpr std::array<std::string_view, 4> colour_codes = {"32", "33", "31", "90"};
constexpr std::size_t verdict_width = 12;

std::string padded(std::string_view text, std::size_t width) {
    std::string out(text);
    out.resize(std::max(out.size(), width), ' ');
    return out;
}

std::string verdict(Judgement judgement, Colours colours) {
    const std::string text = padded(text_of(judgement), verdict_width);
    if (colours == Colours::no) return text;
    const std::string code(colour_codes.at(static_cast<std::size_t>(judgement)));
    return "\x1b[" + code + "m" + text + "\x1b[0m";
}

/// The checks of one case, which follow each other.
std::span<const Entry> group_at(const std::vector<Entry>& entries, std::size_t begin) {
    std::size_t end = begin + 1;
    if (!entries[begin].group.empty()) {
        while (end < entries.size() && entries[end].group == entries[begin].group)
            ++end;
    }
    return {entries.begin() + static_cast<std::ptrdiff_t>(begin), end - begin};
}

/// The worst judgement on a case: a violation, a warning, otherwise a pass.
Judgement judgement_on(std::span<const Entry> group) {
    Judgement worst = group.front().finding.judgement;
    for (const Entry& entry : group) {
        const Judgement judgement = entry.finding.judgement;
        if (judgement == Judgement::violation) return judgement;
        if (judgement == Judgement::warning || worst == Judgement::not_offered) worst = judgement;
    }
    return worst;
}

std::string line_for(std::span<const Entry> group, std::size_t width, Colours colours) {
    const Entry& first = group.front();
    std::string line = verdict(judgement_on(group), colours);
    if (first.group.empty()) return line + padded(first.id, width) + "  " + first.title + "\n";
    const std::string count = std::to_string(group.size());
    return line + first.group + " (" + count + (group.size() == 1 ? " check)\n" : " checks)\n");
}

/// The reasons of what was not tried stand below its line, all others at the end.
std::string reason_below(std::span<const Entry> group) {
    std::string text;
    for (const Entry& entry : group) {
        if (is_objection(entry.finding)) continue;
        for (const std::string& line : remarks_on(entry))
            text += std::string(verdict_width + 2, ' ') + line + "\n";
    }
    return text;
}

std::string objection_text(const Entry& entry, Colours colours) {
    std::string text =
        "\n" + verdict(entry.finding.judgement, colours) + entry.id + "  " + entry.title + "\n";
    for (const std::string& line : remarks_on(entry))
        text += std::string(verdict_width + 2, ' ') + line + "\n";
    return text;
}

std::string summary_of(const Report& report) {
    std::string text;
    for (const Judgement judgement :
         {Judgement::pass, Judgement::warning, Judgement::violation, Judgement::not_offered}) {
        const std::size_t count = report.count(judgement);
        if (count == 0) continue;
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " " +
                std::string(text_of(judgement));
    }
    return text;
}

} // namespace

std::string terminal_text(const Report& report, Colours colours) {
    std::size_t width = 0;
    for (const Entry& entry : report.entries)
        width = std::max(width, entry.id.size());
    std::string text;
    for (std::size_t begin = 0; begin < report.entries.size();) {
        const auto group = group_at(report.entries, begin);
        text += line_for(group, width, colours) + reason_below(group);
        begin += group.size();
    }
    bool has_objections = false;
    for (const Entry& entry : report.entries) {
        if (!is_objection(entry.finding)) continue;
        text += objection_text(entry, colours);
        has_objections = true;
    }
    return text + (has_objections ? "\n" : "") + report.subject + ": " + summary_of(report) + "\n";
}

} // namespace vow::harness
