#include "agent/report/change_text.h"

#include "protocol/text/shown_text.h"
#include "protocol/text/unified_diff.h"

#include <algorithm>
#include <array>

namespace vow::agent {
namespace {

constexpr std::string_view plain = "\x1b[0m";
constexpr std::string_view indent = "    ";
constexpr std::size_t max_shown_value = 80; ///< bytes of a value within a line
constexpr std::size_t max_parts = 6;        ///< of a summary

/// Values that fit into a line.
bool fits(const std::string& value) {
    return value.size() <= max_shown_value && value.find('\n') == std::string::npos;
}

std::string size_text(const HiddenContent& hidden) {
    return std::to_string(hidden.size) + " bytes";
}

/// "0600 -> 0644"; empty if the values are not known, or not short.
std::string sides_of(const Change& change) {
    const std::string before =
        change.hidden_before ? size_text(*change.hidden_before) : change.before;
    const std::string after = change.hidden_after ? size_text(*change.hidden_after) : change.after;
    if (!fits(before) || !fits(after)) return {};
    if (before.empty() || after.empty()) return before + after;
    return before + " -> " + after;
}

/// "0600 -> 0644", "+1 -2 lines"; empty if neither is short.
std::string values_of(const Change& change) {
    if (change.diff.empty()) return sides_of(change);
    const DiffCount count = DiffCount::of(change.diff);
    return "+" + std::to_string(count.added) + " -" + std::to_string(count.removed) + " lines";
}

/// "+1 line", "+1 -2 lines".
std::string lines_of(const DiffCount& count) {
    std::string text;
    if (count.added > 0) text = "+" + std::to_string(count.added);
    if (count.removed > 0) text += (text.empty() ? "-" : " -") + std::to_string(count.removed);
    return text + (count.added + count.removed == 1 ? " line" : " lines");
}

/// In the order of ChangeAction, each in both moods.
using ActionWords = std::array<std::array<std::string_view, 2>, 3>;

constexpr ActionWords usual_words = {{
    {"created", "create"},
    {"changed", "change"},
    {"removed", "remove"},
}};
constexpr ActionWords package_words = {{
    {"installed", "install"},
    {"updated", "update"},
    {"removed", "remove"},
}};

std::string_view word_of(const Change& change, Mood mood) {
    const ActionWords& words = change.kind == "package" ? package_words : usual_words;
    const ChangeAction action = change.action.value_or(ChangeAction::update);
    return words.at(static_cast<std::size_t>(action)).at(mood == Mood::made ? 0 : 1);
}

/// "0644": the mode of a new object, which modules name in their words only; may be empty.
std::string mode_in(const Change& change) {
    constexpr std::string_view before = "', mode '";
    const std::size_t at = change.what.rfind(before);
    if (at == std::string::npos || !change.what.ends_with('\'')) return {};
    const std::size_t begin = at + before.size();
    return change.what.substr(begin, change.what.size() - begin - 1);
}

bool makes_object(const Change& change) {
    const bool is_whole =
        change.field.empty() || change.field == "exists" || change.field == "content";
    return change.action == ChangeAction::create && is_whole;
}

/// The change of an object as a whole.
std::string whole_text(const Change& change, Mood mood) {
    if (change.kind == "command") return mood == Mood::made ? "ran" : "run";
    const bool is_name = change.what == change.object || change.what == change.path;
    if (!change.action) return is_name ? std::string() : change.what;
    const std::string values = sides_of(change);
    return std::string(word_of(change, mood)) + (values.empty() ? "" : " " + values);
}

std::string field_text(const Change& change, Mood mood) {
    if (change.action == ChangeAction::remove)
        return change.field == "content" ? std::string(word_of(change, mood))
                                         : change.field + " " + std::string(word_of(change, mood));
    if (change.field == "times") return change.field; // numbers of seconds
    const std::string values =
        change.diff.empty() ? sides_of(change) : lines_of(DiffCount::of(change.diff));
    return change.field + (values.empty() ? "" : " " + values);
}

/// The changes of one object, in words.
struct ObjectChanges {
    std::string object; ///< empty for the promiser
    std::vector<std::string> parts;
    bool is_new = false;

    void add(const Change& change, Mood mood);

private:
    void add_part(const std::string& part) {
        if (part.empty() || std::ranges::find(parts, part) != parts.end()) return;
        parts.push_back(part);
    }
};

void ObjectChanges::add(const Change& change, Mood mood) {
    const bool is_made = makes_object(change);
    const bool is_content = change.field == "content";
    if (is_made && is_content)
        add_part(std::string(word_of(change, mood)));
    else if (change.field.empty() || change.field == "exists")
        add_part(whole_text(change, mood));
    if (is_made && !mode_in(change).empty()) add_part("mode " + mode_in(change));
    if (is_content) {
        const bool is_empty = is_made && change.diff.empty() && sides_of(change).empty();
        if (!is_empty) add_part(field_text(change, mood));
    } else if (!change.field.empty() && change.field != "exists") {
        // The mode between creation and this does not matter.
        const bool is_mode_of_new = is_new && change.field == "mode";
        if (is_mode_of_new)
            std::erase_if(parts, [](const std::string& part) { return part.starts_with("mode "); });
        add_part(is_mode_of_new ? "mode " + change.after : field_text(change, mood));
    }
    is_new = is_new || is_made;
}

/// Paths are the same with and without slashes, or a dot, at their ends.
std::string_view plain_name(std::string_view name) {
    if (name.starts_with("./")) name.remove_prefix(2);
    while (name.size() > 1 && (name.ends_with('/') || name.ends_with("/.")))
        name.remove_suffix(1);
    return name;
}

std::vector<ObjectChanges>
by_object(const std::vector<Change>& changes, std::string_view promiser, Mood mood) {
    std::vector<ObjectChanges> objects = {{.object = {}, .parts = {}, .is_new = false}};
    for (const Change& change : changes) {
        const std::string& object = object_of(change);
        // The words of a module may name the object themselves.
        const bool is_named =
            !change.action && change.field.empty() && change.what.find(object) != std::string::npos;
        const bool is_own = is_named || plain_name(object) == plain_name(promiser);
        if (!is_own && objects.back().object != object)
            objects.push_back({.object = object, .parts = {}, .is_new = false});
        (is_own ? objects.front() : objects.back()).add(change, mood);
    }
    return objects;
}

} // namespace

char mark_of(const Change& change) {
    if (!change.action) return '~';
    switch (*change.action) {
    case ChangeAction::create: return '+';
    case ChangeAction::update: return '~';
    case ChangeAction::remove: return '-';
    }
    return '~';
}

std::string_view color_of(char mark) {
    return mark == '+' ? green_text : mark == '-' ? red_text : std::string_view();
}

std::string colored_line(std::string_view color, std::string_view line, Colored colored) {
    std::string text = shown(line);
    if (colored == Colored::no || color.empty()) return text + "\n";
    return std::string(color) + text + std::string(plain) + "\n";
}

std::string headline(const Change& change) {
    std::string line = std::string(1, mark_of(change)) + " ";
    const bool is_path = change.kind.empty() || change.kind == "path";
    if (!is_path) line += change.kind + " ";
    line += object_of(change);
    if (!change.field.empty() && change.field != "exists") line += "  " + change.field;
    const std::string values = values_of(change);
    if (!values.empty()) line += (change.field.empty() ? "  " : " ") + values;
    return line;
}

std::string diff_text(std::string_view diff, Colored colored) {
    std::string text;
    while (!diff.empty()) {
        const std::size_t end = std::min(diff.find('\n'), diff.size());
        const std::string_view line = diff.substr(0, end);
        const bool is_place = line.starts_with("@@");
        text += indent;
        text += colored_line(
            is_place ? cyan_text : color_of(line.empty() ? ' ' : line.front()), line, colored
        );
        diff.remove_prefix(std::min(end + 1, diff.size()));
    }
    return text;
}

std::string summary_of(const std::vector<Change>& changes, std::string_view promiser, Mood mood) {
    std::string summary;
    std::size_t shown_parts = 0, left_out = 0;
    for (const ObjectChanges& object : by_object(changes, promiser, mood)) {
        std::string_view before = object.object;
        for (const std::string& part : object.parts) {
            if (shown_parts == max_parts) {
                ++left_out;
                continue;
            }
            ++shown_parts;
            if (!summary.empty()) summary += before.empty() && !object.object.empty() ? ", " : "; ";
            if (!before.empty()) summary.append(shown(before)).append(" ");
            summary += shown(part);
            before = {};
        }
    }
    if (left_out > 0) summary += "; and " + std::to_string(left_out) + " more";
    return summary;
}

} // namespace vow::agent
