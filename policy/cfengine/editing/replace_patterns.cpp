#include "policy/cfengine/editing/edit.h"
#include "protocol/promise/settings.h"

#include <optional>

namespace vow::cfengine {

namespace {

/// Bounds a pattern that matches its own replacement.
constexpr int max_replacements_a_line = 20;

bool is_anchored(std::string_view pattern) {
    return pattern.starts_with('^') && pattern.ends_with('$');
}

/// One replace_patterns promise while it is kept.
class PatternReplacement {
public:
    PatternReplacement(Edit& edit, const Regex& pattern, std::string value, bool first_only)
        : edit_(edit),
          pattern_(pattern),
          value_(std::move(value)),
          first_only_(first_only),
          non_convergent_allowed_(Settings(edit.promise.attributes).holds("allow_non_convergent")) {
    }

    void run() {
        const auto region = select_region(edit_, EditedRegion::replacement);
        if (!region) return;
        bool found = false;
        for (std::size_t index = region->begin; index < region->end; ++index) {
            const std::string line = edit_.lines[index];
            const auto replaced = with_replacements(line);
            if (replaced) found = true;
            if (!is_convergent(line, replaced.value_or(line))) break;
            if (!replaced) continue;
            keep_line(index, *replaced);
            if (first_only_) break;
        }
        if (!found) {
            edit_.record.kept(
                "No match for pattern '" + edit_.promise.promiser + "' in '" + edit_.file + "'"
            );
        }
    }

private:
    std::string with_one_replaced(const std::string& line, const Match& match) {
        return line.substr(0, match.begin()) + edit_.around.replacement(value_, match) +
               line.substr(match.end());
    }

    /// Returns nullopt if nothing is replaced, which is always so in an empty line.
    std::optional<std::string> with_replacements(std::string line) {
        bool replaced = false;
        std::size_t last_length = 0;
        for (int count = 0; count < max_replacements_a_line; ++count) {
            const auto match = pattern_.search(line);
            // A pattern for the whole line matches without end: once is enough.
            if (!match || last_length == line.size()) break;
            last_length = match->whole().size();
            line = with_one_replaced(line, *match);
            replaced = true;
            if (first_only_) break;
        }
        return replaced ? std::optional(std::move(line)) : std::nullopt;
    }

    bool still_matches(const std::string& replaced) {
        const auto match = pattern_.search(replaced);
        if (!match) return false;
        return !non_convergent_allowed_ ||
               with_one_replaced(replaced, *match).size() != replaced.size();
    }

    /// Fails if a pattern that is not anchored still matches, and then no line is tried any more.
    bool is_convergent(const std::string& line, const std::string& replaced) {
        const std::string& pattern = edit_.promise.promiser;
        if (is_anchored(pattern) || !still_matches(replaced)) return true;
        edit_.record.failed(
            "Promised replacement '" + replaced + "' on line '" + line + "' for pattern '" +
            pattern + "' is not convergent while editing '" + edit_.file +
            "' (regular expression matches the replacement string)"
        );
        return false;
    }

    void keep_line(std::size_t index, const std::string& replaced) {
        const std::string& pattern = edit_.promise.promiser;
        if (!edit_.record.allows("replace pattern '" + pattern + "' in '" + edit_.file + "'")) {
            return;
        }
        edit_.lines.replace(index, replaced);
        edit_.record.repaired("Replaced pattern '" + pattern + "' in '" + edit_.file + "'");
        if (!first_only_ && still_matches(replaced)) {
            edit_.record.failed(
                "Promised replacement '" + replaced + "' for pattern '" + pattern +
                "' is not properly convergent while editing '" + edit_.file +
                "' (pattern still matches the end-state replacement string '" + replaced +
                "', consider use of a negative look ahead)"
            );
        }
    }

    Edit& edit_;
    const Regex& pattern_;
    std::string value_;
    bool first_only_;
    bool non_convergent_allowed_;
};

} // namespace

void replace_patterns(Edit& edit) {
    const auto body = Settings(edit.promise.attributes).body("replace_with");
    const auto value = body ? body->text("replace_value") : std::nullopt;
    if (!value) {
        edit.break_off(
            "The promised pattern replace '" + edit.promise.promiser + "' has no replacement string"
        );
        return;
    }
    const auto pattern = edit.regex(edit.promise.promiser);
    if (!pattern) return;
    const bool first_only = body->text_or("occurrences", "all") == "first";
    if (first_only) {
        edit.record.log(
            LogLevel::warning, "Setting replace-occurrences policy to 'first' is not convergent"
        );
    }
    PatternReplacement(edit, *pattern, *value, first_only).run();
}

} // namespace vow::cfengine
