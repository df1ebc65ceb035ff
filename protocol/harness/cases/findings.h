#pragma once

#include "protocol/data/data.h"
#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/conversation.h"
#include "protocol/harness/report.h"
#include "protocol/harness/request.h"

#include <string>
#include <utility>

namespace vow::harness {

/// Findings about cases, in order, each with the time since the previous one.
class Findings {
public:
    explicit Findings(const std::string& subject) {
        report_.kind = "test";
        report_.subject = subject;
    }

    /// About all cases.
    void add(const std::string& id, const std::string& title, Finding finding) {
        add({.id = id, .title = title, .section = section, .finding = std::move(finding)});
    }
    void add(const std::string& id, const Case& of, const std::string& demand, Finding finding) {
        add(
            {.id = id,
             .title = of.name + ": " + demand,
             .section = section,
             .finding = std::move(finding),
             .group = of.name,
             .place = of.place(),
             .command = command_for(report_.subject, of.promise)}
        );
    }

    bool has_violations() const { return report_.has_violations(); }
    Report take() { return std::move(report_); }

private:
    void add(Report::Entry entry) {
        const auto now = Conversation::Clock::now();
        entry.duration = now - last_;
        last_ = now;
        report_.entries.push_back(std::move(entry));
    }

    static constexpr const char* section = "docs/harness.md, test";

    Report report_;
    Conversation::Clock::time_point last_ = Conversation::Clock::now();
};

// Findings as data, to leave a sandbox: a pass, or a violation with its text and details.

Data data_of(const Finding& finding);
Finding finding_from(const Data& data);

} // namespace vow::harness
