#include "policy/cfengine/editing/line_selection.h"

#include "protocol/promise/settings.h"

#include <algorithm>

namespace vow::cfengine {

std::optional<LineSelection> LineSelection::from(Edit& edit, std::string_view verb) {
    struct Word {
        std::string_view word;
        How how;
        bool negated;
    };
    static constexpr Word words[] = {
        {"startwith", How::starts_with, false},
        {"not_startwith", How::starts_with, true},
        {"match", How::matches, false},
        {"not_match", How::matches, true},
        {"contains", How::contains, false},
        {"not_contains", How::contains, true},
    };
    LineSelection selection;
    const auto body = Settings(edit.promise.attributes).body(std::string(verb) + "_select");
    if (!body) return selection;
    for (const Word& word : words) {
        const std::string name = std::string(verb) + "_if_" + std::string(word.word) + "_from_list";
        if (!body->has(name)) continue;
        if (selection.how_ != How::all) {
            edit.break_off(
                "Line selection promise is meaningless - the alternatives are mutually exclusive "
                "(only one is allowed)"
            );
            return std::nullopt;
        }
        selection.how_ = word.how;
        selection.negated_ = word.negated;
        selection.starts_ = body->list(name);
    }
    if (selection.how_ == How::all || selection.how_ == How::starts_with) return selection;
    for (const std::string& pattern : selection.starts_) {
        auto regex = edit.regex(pattern);
        if (!regex) return std::nullopt;
        selection.patterns_.push_back(std::move(regex));
    }
    return selection;
}

bool LineSelection::chooses(std::string_view line) const {
    switch (how_) {
    case How::all: return true;
    case How::starts_with:
        return negated_ != std::ranges::any_of(starts_, [&](const std::string& start) {
                   return line.starts_with(start);
               });
    case How::matches:
        return negated_ != std::ranges::any_of(patterns_, [&](const auto& pattern) {
                   return pattern->matches(line);
               });
    case How::contains:
        return negated_ != std::ranges::any_of(patterns_, [&](const auto& pattern) {
                   return pattern->search(line).has_value();
               });
    }
    return true;
}

} // namespace vow::cfengine
