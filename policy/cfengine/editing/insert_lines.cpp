#include "policy/cfengine/editing/edit.h"
#include "protocol/promise/settings.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

/// The meaning of an `insert_type`.
struct InsertType {
    std::string_view name;
    bool from_file;   ///< the promiser names a file that holds the lines
    bool keeps_block; ///< the lines belong together: each is inserted even if it exists elsewhere
    bool repeats;     ///< the block is inserted even if it exists already
};

constexpr InsertType insert_types[] = {
    {"literal", false, false, false},
    {"string", false, false, false},
    {"file", true, false, false},
    {"file_preserve_block", true, true, false},
    {"preserve_block", false, true, false},
    {"preserve_all_lines", false, true, true},
};

/// The lines to insert for a text.
std::vector<std::string> block_of(std::string_view text) {
    const auto lines = split_at(text, '\n');
    return {lines.begin(), lines.end()};
}

bool starts_at(const LineBuffer& lines, std::size_t at, const std::vector<std::string>& block) {
    if (at > lines.size() || lines.size() - at < block.size()) return false;
    return std::equal(block.begin(), block.end(), lines.lines().begin() + static_cast<long>(at));
}

/// One insert_lines promise while it is kept.
class Insertion {
public:
    Insertion(Edit& edit, const InsertType& type, LineSelection selection, WhitespacePolicy blanks)
        : edit_(edit),
          type_(type),
          selection_(std::move(selection)),
          blanks_(blanks) {
        const auto location = Settings(edit.promise.attributes).body("location");
        if (!location) return;
        before_ = location->text_or("before_after", "after") == "before";
        first_ = location->text_or("first_last", "last") == "first";
        locator_ = location->text("select_line_matching");
    }

    void run() {
        const auto region = select_region(edit_, EditedRegion::insertion);
        if (!region) return;
        begin_ = region->begin;
        end_ = region->end_for_insertion();
        grows_ = !edit_.lines.empty();
        if (locator_) {
            if (!find_locator()) return;
        } else if (region->is_nowhere) {
            return;
        } else if (before_) {
            place_ = begin_;
        } else {
            if (!type_.from_file && is_in_region(block_of(edit_.promise.promiser))) return;
            place_ = end_;
        }
        if (type_.from_file) {
            insert_file();
        } else {
            insert_block(block_of(edit_.promise.promiser));
        }
    }

private:
    const std::string& text() const { return edit_.promise.promiser; }

    bool find_locator() {
        const auto regex = edit_.regex(*locator_);
        if (!regex) return false;
        std::optional<std::size_t> found;
        for (std::size_t index = begin_; index < end_ && !(found && first_); ++index) {
            if (regex->fits(edit_.lines[index])) found = index;
        }
        if (!found) {
            edit_.break_off(no_locator());
            return false;
        }
        place_ = before_ ? *found : *found + 1;
        return true;
    }

    std::string no_locator() const {
        if (edit_.around.uses_words_of_reference()) {
            return "The promised line insertion '" + text() +
                   "' could not select a locator matching regex '" + *locator_ + "' in '" +
                   edit_.file + "'";
        }
        return "The line '" + text() + "' cannot be inserted into '" + edit_.file +
               "': no line matches select_line_matching => '" + *locator_ + "'";
    }

    /// The place of a new line, for messages. In the words of the reference also where there is no
    /// line to go by.
    std::string where() const {
        if (edit_.around.uses_words_of_reference())
            return before_ ? " before locator" : " after locator";
        if (!locator_) return {};
        return std::string(before_ ? " before" : " after") + " the line that matches '" +
               *locator_ + "'";
    }

    bool is_in_region(const std::vector<std::string>& block) {
        if (type_.repeats || !region_holds(block)) return false;
        edit_.record.kept(
            "Promised chunk '" + text() + "' exists within selected region of " + edit_.file
        );
        return true;
    }

    bool region_holds(const std::vector<std::string>& block) const {
        if (end_ - begin_ < block.size()) return false;
        if (block.empty()) return true;
        if (!edit_.lines.contains(block.front())) return false;
        if (block.size() == 1 && is_whole_file()) return true;
        for (std::size_t at = begin_; at + block.size() <= end_; ++at) {
            if (starts_at(edit_.lines, at, block)) return true;
        }
        return false;
    }

    bool is_whole_file() const { return begin_ == 0 && end_ == edit_.lines.size(); }

    /// True if the block is already in the place of the insertion.
    bool is_in_place(const std::vector<std::string>& block) const {
        const std::size_t locator = before_ || place_ == 0 ? place_ : place_ - 1;
        if (starts_at(edit_.lines, locator, block)) return true;
        if (!type_.keeps_block) return false;
        if (!before_) return starts_at(edit_.lines, place_, block);
        return place_ >= block.size() && starts_at(edit_.lines, place_ - block.size(), block);
    }

    void insert_file() {
        const Answer<std::string> content = edit_.around.read_file(text());
        if (!content) {
            edit_.record.failed(
                "Could not read file '" + text() + "'. (fopen: " + content.why_not + ")"
            );
            return;
        }
        const bool expand = Settings(edit_.promise.attributes).holds("expand_scalars");
        std::vector<std::string> lines = LineBuffer(*content).lines();
        for (std::string& line : lines) {
            if (expand) line = edit_.around.expanded(line);
        }
        if (type_.keeps_block && is_in_region(lines)) return;
        for (const std::string& line : lines) {
            if (selection_.includes(line)) insert_block(block_of(line));
        }
    }

    void insert_block(const std::vector<std::string>& block) {
        if (!type_.repeats && is_in_place(block)) {
            edit_.record.kept(
                "Promised chunk '" + text() + "' exists within selected region of " + edit_.file +
                " (promise kept)"
            );
            return;
        }
        for (const std::string& line : block) {
            if (!selection_.includes(line)) continue;
            if (!type_.keeps_block && exists(line)) {
                edit_.record.kept(
                    "Promised chunk '" + text() + "' exists within selected region of '" +
                    edit_.file + "'"
                );
                continue;
            }
            insert(line);
        }
    }

    bool exists(const std::string& line) const {
        if (blanks_.exact()) {
            if (!edit_.lines.contains(line)) return false;
            if (is_whole_file()) return true;
        }
        for (std::size_t index = begin_; index < end_; ++index) {
            if (blanks_.equal(line, edit_.lines[index])) return true;
        }
        const bool next_to_it = before_ ? place_ > 0 : place_ < edit_.lines.size();
        return next_to_it && blanks_.equal(line, edit_.lines[before_ ? place_ - 1 : place_]);
    }

    void insert(const std::string& line) {
        const bool prepends = before_ && place_ == 0;
        const bool alone = edit_.lines.empty();
        if (prepends && !alone && line == edit_.lines[0]) {
            edit_.record.kept(
                "Promised line '" + line + "' is already the first one of " + edit_.file
            );
            ++place_;
            return;
        }
        std::string change = "insert line '" + line + "' into '" + edit_.file + "'" + where();
        if (prepends) change = "prepend promised line '" + line + "' to '" + edit_.file + "'";
        if (prepends && alone)
            change = "insert promised line '" + line + "' into '" + edit_.file + "'";
        if (!edit_.record.allows(change)) return;

        edit_.lines.insert(place_, line);
        ++place_;
        if (grows_) ++end_;
        if (prepends && !alone) {
            edit_.record.repaired("Prepended the promised line '" + line + "' to " + edit_.file);
        } else {
            edit_.record.repaired(
                "Inserted the promised line '" + line + "' into '" + edit_.file + "'" +
                (prepends ? "" : where())
            );
        }
    }

    Edit& edit_;
    const InsertType& type_;
    LineSelection selection_;
    WhitespacePolicy blanks_;
    std::optional<std::string> locator_; ///< location: next to the line that matches
    bool before_ = false;
    bool first_ = false;              ///< of several matching lines
    std::size_t begin_ = 0, end_ = 0; ///< the region, which grows with each insertion
    bool grows_ = true;     ///< false in an empty file, where a repeated line is inserted again
    std::size_t place_ = 0; ///< where the next line goes
};

} // namespace

void insert_lines(Edit& edit) {
    const std::string name = Settings(edit.promise.attributes).text_or("insert_type", "literal");
    const auto* type = std::ranges::find(insert_types, name, &InsertType::name);
    const auto blanks = WhitespacePolicy::from(edit.promise.attributes);
    const auto selection = LineSelection::from(edit, "insert");
    if (!selection) return;
    if (!blanks) {
        edit.record.log(
            LogLevel::error,
            "Line insertion selection promise is meaningless - cannot mix exact_match with other "
            "ignore whitespace options"
        );
    }
    if (type == std::end(insert_types) || !blanks ||
        (name == "preserve_block" && !blanks->exact())) {
        edit.break_off(
            "The promised line insertion '" + edit.promise.promiser + "' breaks its own promises"
        );
        return;
    }
    Insertion(edit, *type, *selection, *blanks).run();
}

} // namespace vow::cfengine
