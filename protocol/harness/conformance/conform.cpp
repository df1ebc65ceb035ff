#include "protocol/harness/conformance/conform.h"

#include "protocol/harness/conformance/examination.h"

#include <algorithm>

namespace vow::harness {
namespace {

Report::Entry entry_for(const Check& check) {
    return {
        .id = std::string(check.id),
        .title = std::string(check.title),
        .section = name_of_section(check.section)};
}

void run_check(Report::Entry& entry, const Check& check, Examination& examination) {
    const auto begin = Conversation::Clock::now();
    const auto obstacle = examination.obstacle(check.needs);
    entry.finding = obstacle ? Finding::not_offered(*obstacle) : check.find(examination);
    entry.duration = Conversation::Clock::now() - begin;
}

} // namespace

Report conform(const Subject& subject, const ConformSettings& settings) {
    Examination examination(subject, settings);
    const auto is_wanted = [&](const Check& check) {
        return settings.only.empty() || settings.only.count(std::string(check.id)) > 0;
    };
    const bool wants_rules = std::any_of(checks().begin(), checks().end(), [&](const Check& check) {
        return check.kind == CheckKind::rule && is_wanted(check);
    });
    std::vector<Report::Entry> entries(checks().size());
    for (const CheckKind kind :
         {CheckKind::scenario, CheckKind::request, CheckKind::endurance, CheckKind::rule}) {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const Check& check = checks()[i];
            // Rules need traffic to examine.
            const bool is_needed = wants_rules && kind == CheckKind::request;
            if (check.kind != kind || !(is_wanted(check) || is_needed)) continue;
            entries[i] = entry_for(check);
            if (settings.begins) settings.begins(check.title);
            run_check(entries[i], check, examination);
        }
        examination.end_shared();
    }
    Report report{.kind = "conform", .subject = subject.name};
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (is_wanted(checks()[i])) report.entries.push_back(std::move(entries[i]));
    }
    if (!examination.hidden().empty()) mask(report, examination.hidden());
    return report;
}

bool is_check(std::string_view id) {
    return std::any_of(checks().begin(), checks().end(), [&](const Check& check) {
        return check.id == id;
    });
}

} // namespace vow::harness
