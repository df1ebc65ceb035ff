#pragma once

#include "agent/history/run_record.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The choice of outcomes by result, type, bundle and file in the page of a report. Lists of the
/// form choose, and rules of the style sheet hide what does not fit, so that it works without
/// scripts; a script adds the search for words. The page names values by number: no text of a
/// policy is in a rule or in an attribute.
class PageFilter {
public:
    explicit PageFilter(const std::vector<RecordedOutcome>& outcomes);

    /// Attributes of the element of an outcome: ` data-type="2" ...`.
    std::string attributes_of(const RecordedOutcome& outcome) const;
    std::string form() const;
    /// The rules that hide.
    std::string style() const;
    /// Searches outcomes for words, and counts those that are shown.
    static std::string_view script();

private:
    static constexpr std::array<const char*, 4> names{"result", "type", "bundle", "file"};

    /// From 1; the values beyond the most common ones have none.
    std::array<std::map<std::string, std::size_t, std::less<>>, names.size()> numbers_;
};

/// The section of a report's page that shows when bundles, steps, resources, passes and processes
/// of modules ran: a drawing, and the same as a table. `spans` come by their begin. Texts in it are
/// data, never markup. Empty for a run of which nothing is known.
std::string
timeline_section(const std::vector<RecordedSpan>& spans, std::chrono::microseconds whole);

} // namespace vow::agent
