#include "protocol/client/quotation.h"
#include "protocol/harness/cases/case_checks.h"
#include "protocol/text/text.h"

#include <algorithm>

#include <regex.h>

namespace vow::harness {
namespace {

std::string listed(const std::vector<std::string>& words) {
    return words.empty() ? "none" : joined(words, ", ");
}

/// Patterns are checked when cases are read.
bool matches(const std::string& pattern, const std::vector<std::string>& lines) {
    regex_t compiled{};
    if (::regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0) return false;
    const bool found = std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
        return ::regexec(&compiled, line.c_str(), 0, nullptr, 0) == 0;
    });
    ::regfree(&compiled);
    return found;
}

/// One expectation beside the result.
struct Expectation {
    std::string id;
    std::string demand;
    Finding finding;
};

std::vector<Expectation> further_expectations(const Case& ready, const CaseResult& first) {
    std::vector<Expectation> all;
    if (!ready.after.empty()) {
        const std::string difference = difference_in_files(ready.after);
        all.push_back(
            {"TST-FILES",
             "leaves the files as expected",
             difference.empty() ? Finding::pass() : Finding::violation(difference, first.shown)}
        );
    }
    for (const std::string& pattern : ready.log) {
        all.push_back(
            {"TST-LOG",
             "logs " + client::quoted_excerpt(pattern),
             matches(pattern, first.log) ? Finding::pass()
                                         : Finding::violation("no log line matches", first.log)}
        );
    }
    if (ready.classes) {
        const bool is_right = *ready.classes == first.classes;
        all.push_back(
            {"TST-CLASSES",
             "gives the classes " + listed(*ready.classes),
             is_right ? Finding::pass()
                      : Finding::violation("the classes are " + listed(first.classes))}
        );
    }
    return all;
}

} // namespace

bool check_expectations(const Case& ready, const CaseResult& first, Findings& findings) {
    const std::vector<Expectation> further = further_expectations(ready, first);
    if (first.result == ready.expected) {
        findings.add("TST-RESULT", ready, "is " + ready.expected, Finding::pass());
        bool are_met = true;
        for (const Expectation& each : further) {
            are_met = are_met && each.finding.judgement == Judgement::pass;
            findings.add(each.id, ready, each.demand, each.finding);
        }
        return are_met;
    }
    // One cause is one violation: consequences of a wrong result are its details.
    std::vector<std::string> details = first.cause;
    for (const Expectation& each : further) {
        if (each.finding.judgement == Judgement::violation)
            details.push_back("so it does not pass " + each.id + ": " + each.demand);
    }
    details.insert(details.end(), first.shown.begin(), first.shown.end());
    findings.add(
        "TST-RESULT",
        ready,
        "is " + ready.expected,
        Finding::violation("expected " + ready.expected + ", found " + first.result, details)
    );
    return false;
}

} // namespace vow::harness
