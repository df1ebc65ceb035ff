#include "policy/cfengine/editing/edit.h"
#include "protocol/promise/settings.h"

namespace vow::cfengine {

namespace {

using Patterns = std::vector<std::shared_ptr<const Regex>>;

/// A promiser of several lines is a pattern for each of as many lines in a row.
std::optional<Patterns> patterns_of(Edit& edit) {
    Patterns patterns;
    std::string_view rest = edit.promise.promiser;
    for (;;) {
        const std::size_t end = rest.find('\n');
        auto regex = edit.regex(std::string(rest.substr(0, end)));
        if (!regex) return std::nullopt;
        patterns.push_back(std::move(regex));
        if (end == std::string_view::npos) return patterns;
        rest.remove_prefix(end + 1);
    }
}

bool match_at(const Patterns& patterns, const LineBuffer& lines, std::size_t at, std::size_t end) {
    if (end - at < patterns.size()) return false;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        if (!patterns[i]->fits(lines[at + i])) return false;
    }
    return true;
}

} // namespace

void delete_lines(Edit& edit) {
    const auto patterns = patterns_of(edit);
    const auto selection = LineSelection::from(edit, "delete");
    if (!patterns || !selection) return;
    const bool not_matching = Settings(edit.promise.attributes).holds("not_matching");
    if (not_matching && patterns->size() > 1) {
        edit.break_off("Makes no sense to promise multi-line delete with not_matching. Cannot be "
                       "satisfied for "
                       "all lines as a block.");
        return;
    }
    const auto region = select_region(edit, EditedRegion::deletion);
    if (!region) return;

    std::size_t end = region->end_for_insertion();
    bool changed = false;
    for (std::size_t at = region->begin_for_deletion(); at < end;) {
        const bool wanted = match_at(*patterns, edit.lines, at, end) != not_matching;
        if (!wanted || !selection->includes(edit.lines[at])) {
            ++at;
            continue;
        }
        changed = true;
        if (!edit.record.allows("delete line '" + edit.lines[at] + "' from " + edit.file)) {
            ++at;
            continue;
        }
        for (std::size_t count = 1; count <= patterns->size(); ++count, --end) {
            edit.record.repaired(
                "Deleted the promised line " + std::to_string(count) + " '" + edit.lines[at] +
                "' from " + edit.file
            );
            edit.lines.erase(at);
        }
    }
    if (!changed) edit.record.kept("No need to delete lines from " + edit.file + ", ok");
}

} // namespace vow::cfengine
