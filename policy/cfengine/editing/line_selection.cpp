#include "policy/cfengine/editing/edit.h"
#include "protocol/promise/settings.h"

#include <algorithm>

namespace vow::cfengine {

// --- regions ---

namespace {

std::optional<std::size_t>
find_line(const LineBuffer& lines, std::size_t from, const Regex& regex) {
    for (std::size_t index = from; index < lines.size(); ++index) {
        if (regex.fits(lines[index])) return index;
    }
    return std::nullopt;
}

struct RegionWords {
    std::string_view edit; ///< "line insertion"
    std::string_view verb; ///< of an edit that needs the end delimiter: "insert"
};

RegionWords words_of(EditedRegion use) {
    switch (use) {
    case EditedRegion::insertion: return {"line insertion", "insert"};
    case EditedRegion::deletion: return {"line deletion", "delete"};
    case EditedRegion::replacement: return {"pattern replace", ""};
    case EditedRegion::fields: return {"column edit", ""};
    }
    return {};
}

/// Finds the delimiters of one `select_region` body.
class RegionSearch {
public:
    RegionSearch(Edit& edit, const Settings& body, EditedRegion use)
        : edit_(edit),
          body_(body),
          use_(use),
          words_(words_of(use)),
          ends_at_end_of_file_(body.holds("select_end_match_eof")) {}

    std::optional<Region> run() {
        if (!body_.has("select_start")) return without_start();
        Region region = {0, edit_.lines.size()};
        region.start_included = body_.holds("include_start_delimiter");
        region.end_included = body_.holds("include_end_delimiter");
        return find_start(region) && find_end(region) ? std::optional(region) : std::nullopt;
    }

private:
    /// The reference looks for an end only after a start.
    std::optional<Region> without_start() {
        const auto end = body_.text("select_end");
        if (end && needs_end()) {
            fail_without_end(*end);
            return std::nullopt;
        }
        if (use_ == EditedRegion::deletion) return Region{0, edit_.lines.size()};
        return Region{.begin = 0, .end = 0, .is_nowhere = !edit_.lines.empty()};
    }

    bool find_start(Region& region) {
        const auto regex = edit_.regex(body_.text_or("select_start", ""));
        if (!regex) return false;
        const auto line = find_line(edit_.lines, 0, *regex);
        const bool nothing_follows = line && *line + 1 == edit_.lines.size();
        if (!line || (nothing_follows && !region.start_included && !ends_at_end_of_file_)) {
            return fail_undecided(
                "The promised " + std::string(words_.edit) + " '" + edit_.promise.promiser +
                "' could not select an edit region in '" + edit_.file + "'" +
                std::string(remark(region))
            );
        }
        region.begin = *line;
        region.has_start_delimiter = true;
        return true;
    }

    bool find_end(Region& region) {
        const auto pattern = body_.text("select_end");
        if (!pattern) return true;
        const auto regex = edit_.regex(*pattern);
        if (!regex) return false;
        if (const auto line = find_line(edit_.lines, region.begin + 1, *regex)) {
            region.end = *line;
            region.has_end_delimiter = true;
            return true;
        }
        return !needs_end() || fail_without_end(*pattern);
    }

    bool needs_end() const { return !ends_at_end_of_file_ && !words_.verb.empty(); }

    bool fail_without_end(const std::string& pattern) {
        return fail_undecided(
            "The promised end pattern '" + pattern + "' was not found when selecting region to " +
            std::string(words_.verb) + " in '" + edit_.file + "'"
        );
    }

    /// The reference's comment on a region to delete lines of.
    std::string_view remark(const Region& region) const {
        if (use_ != EditedRegion::deletion || !edit_.around.uses_words_of_reference()) return "";
        return region.start_included || region.end_included
                   ? " (this is a good thing, as policy suggests deleting the markers)"
                   : " (but the delimiters were expected in the file)";
    }

    bool fail_undecided(const std::string& message) {
        edit_.undecided = true;
        edit_.break_off(message);
        return false;
    }

    Edit& edit_;
    const Settings& body_;
    EditedRegion use_;
    RegionWords words_;
    bool ends_at_end_of_file_;
};

} // namespace

std::size_t Region::end_for_insertion() const {
    return has_end_delimiter && end_included ? end + 1 : end;
}

std::size_t Region::begin_for_deletion() const {
    return has_start_delimiter && !start_included ? begin + 1 : begin;
}

std::optional<Region> select_region(Edit& edit, EditedRegion use) {
    const auto body = Settings(edit.promise.attributes).body("select_region");
    if (!body) return Region{0, edit.lines.size()};
    return RegionSearch(edit, *body, use).run();
}

// --- line selections ---

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

bool LineSelection::includes(std::string_view line) const {
    switch (how_) {
    case How::all: return true;
    case How::starts_with:
        return negated_ != std::ranges::any_of(starts_, [&](const std::string& start) {
                   return line.starts_with(start);
               });
    case How::matches:
        return negated_ != std::ranges::any_of(patterns_, [&](const auto& pattern) {
                   return pattern->fits(line);
               });
    case How::contains:
        return negated_ != std::ranges::any_of(patterns_, [&](const auto& pattern) {
                   return pattern->search(line).has_value();
               });
    }
    return true;
}

} // namespace vow::cfengine
