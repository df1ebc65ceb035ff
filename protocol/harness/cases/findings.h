#pragma once

#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/conversation.h"
#include "protocol/harness/report.h"

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

    void add(const std::string& id, const std::string& title, Finding finding) {
        const auto now = Conversation::Clock::now();
        report_.entries.push_back({id, title, section, std::move(finding), now - last_});
        last_ = now;
    }
    void add(const std::string& id, const Case& of, const std::string& demand, Finding finding) {
        add(id, of.name + ": " + demand, std::move(finding));
    }

    Report take() { return std::move(report_); }

private:
    static constexpr const char* section = "docs/harness.md, test";

    Report report_;
    Conversation::Clock::time_point last_ = Conversation::Clock::now();
};

} // namespace vow::harness
