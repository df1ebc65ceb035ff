#include "protocol/harness/cases/expectations.h"

#include "protocol/client/quotation.h"
#include "protocol/text/words.h"

#include <algorithm>

#include <regex.h>

namespace vow::harness {
namespace {

std::string listed(const std::vector<std::string>& words) {
    return words.empty() ? "none" : joined(words, ", ");
}

bool matches(const std::string& pattern, const std::vector<std::string>& lines) {
    regex_t compiled{};
    if (::regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
        throw CaseFileError("'" + pattern + "' is not an extended regular expression");
    }
    const bool found = std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
        return ::regexec(&compiled, line.c_str(), 0, nullptr, 0) == 0;
    });
    ::regfree(&compiled);
    return found;
}

} // namespace

void check_expectations(const Case& ready, const CaseResult& first, Findings& findings) {
    if (first.result == ready.expected) {
        findings.add("TST-RESULT", ready, "is " + ready.expected, Finding::pass());
    } else {
        findings.add(
            "TST-RESULT",
            ready,
            "is " + ready.expected,
            Finding::violation("it is " + first.result, first.shown)
        );
    }
    if (!ready.after.empty()) {
        const std::string difference = difference_in_files(ready.after);
        findings.add(
            "TST-FILES",
            ready,
            "leaves the files as expected",
            difference.empty() ? Finding::pass() : Finding::violation(difference, first.shown)
        );
    }
    for (const std::string& pattern : ready.log) {
        findings.add(
            "TST-LOG",
            ready,
            "logs " + client::quoted_excerpt(pattern),
            matches(pattern, first.log) ? Finding::pass()
                                        : Finding::violation("no log line matches", first.log)
        );
    }
    if (ready.classes) {
        const bool is_right = *ready.classes == first.classes;
        findings.add(
            "TST-CLASSES",
            ready,
            "gives the classes " + listed(*ready.classes),
            is_right ? Finding::pass()
                     : Finding::violation("the classes are " + listed(first.classes))
        );
    }
}

} // namespace vow::harness
