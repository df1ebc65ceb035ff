#pragma once

#include <string>
#include <vector>

namespace vow::harness {

/// The background of a check, for a person whose module does not pass it.
struct Explanation {
    std::string id;
    std::string title;   ///< the requirement
    std::string section; ///< of the document with the rule
    std::string rule;    ///< word by word
    std::string reason;
    std::string cause;  ///< the usual one
    std::string python; ///< the lines that mend it
    std::string shell;
};

/// One for each check, in the order of reports.
std::vector<Explanation> explanations();

/// For a terminal.
std::string text_of(const Explanation& explanation);

/// docs/checks.md
std::string page_of(const std::vector<Explanation>& all);

} // namespace vow::harness
