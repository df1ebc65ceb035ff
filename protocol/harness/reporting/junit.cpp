#include "protocol/text/junit.h"

#include "protocol/harness/reporting/formats.h"

namespace vow::harness {
namespace {

JunitCase::Result result_of(Judgement judgement) {
    switch (judgement) {
    case Judgement::pass: break;
    case Judgement::not_offered: return JunitCase::Result::skipped;
    case Judgement::violation: return JunitCase::Result::failed;
    case Judgement::warning: return JunitCase::Result::warned;
    }
    return JunitCase::Result::passed;
}

} // namespace

std::string junit_text(const Report& report) {
    std::vector<JunitCase> cases;
    cases.reserve(report.entries.size());
    for (const Report::Entry& entry : report.entries) {
        cases.push_back(
            {.classname = report.subject + "." + report.kind,
             .name = entry.id + " " + entry.title,
             .duration = entry.duration,
             .result = result_of(entry.finding.judgement),
             .message = entry.finding.text,
             .lines = remarks_on(entry)}
        );
    }
    return vow::junit_text("vow module " + report.kind + " " + report.subject, cases);
}

} // namespace vow::harness
