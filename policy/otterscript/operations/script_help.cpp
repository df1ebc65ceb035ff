#include "policy/otterscript/operations/script_program.h"
#include "protocol/text/text.h"

#include <array>

namespace vow::otterscript {
namespace {

using Lines = std::vector<std::string_view>;

/// The ends of a comment of several lines: a docstring, or a quoted argument of the command `:`.
struct Fence {
    std::string_view begin;
    std::string_view end;
};
constexpr std::array shell_fences = {Fence{": '", "'"}};
constexpr std::array python_fences = {Fence{R"(""")", R"(""")"}, Fence{"'''", "'''"}};

/// The lines after `#`, without that and one blank.
Lines marked_lines(const Lines& lines) {
    Lines found;
    for (std::string_view line : lines) {
        if (line.starts_with("#!")) continue;
        if (!line.starts_with('#')) break;
        line.remove_prefix(line.starts_with("# ") ? 2 : 1);
        found.push_back(line);
    }
    return found;
}

/// The text of the fenced comment that comes before any code; empty if there is none.
std::string_view fenced_text(std::string_view script, std::span<const Fence> fences) {
    while (!script.empty()) {
        for (const Fence& fence : fences) {
            if (!script.starts_with(fence.begin)) continue;
            script.remove_prefix(fence.begin.size());
            return script.substr(0, script.find(fence.end));
        }
        const std::size_t end = std::min(script.find('\n'), script.size());
        const std::string_view line = trimmed(script.substr(0, end));
        if (!line.empty() && !line.starts_with('#')) return {};
        script.remove_prefix(std::min(end + 1, script.size()));
    }
    return {};
}

Lines comment_of(std::string_view script, ScriptLanguage language) {
    const bool is_shell = language == ScriptLanguage::shell;
    const std::string_view fenced = fenced_text(
        script,
        is_shell ? std::span<const Fence>(shell_fences) : std::span<const Fence>(python_fences)
    );
    const auto lines_of = [](std::string_view text) { return split_at(text, '\n'); };
    return fenced.empty() ? marked_lines(lines_of(script)) : lines_of(fenced);
}

struct Section {
    std::string title; ///< in lower case
    std::string text;
};

/// A section begins with a word and a colon at the beginning of a line.
std::vector<Section> sections_of(const Lines& lines) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
    std::vector<Section> sections;
    for (const std::string_view line : lines) {
        const std::size_t colon = line.find(':');
        const std::string title =
            colon == std::string_view::npos ? "" : lower_case(trimmed(line.substr(0, colon)));
        const bool is_title = !title.empty() && line.front() != ' ' && line.front() != '\t' &&
                              title.find_first_not_of(letters) == std::string::npos;
        if (is_title)
            sections.push_back({title, std::string(trimmed(line.substr(colon + 1)))});
        else if (!sections.empty() && sections.back().text.empty())
            sections.back().text = trimmed(line);
    }
    return sections;
}

struct Member {
    std::string_view title;
    std::string ScriptHelp::Setting::*text;
};
constexpr std::array members = {
    Member{"ahconfigkey", &ScriptHelp::Setting::key},
    Member{"ahdesiredvalue", &ScriptHelp::Setting::desired},
    Member{"ahcurrentvalue", &ScriptHelp::Setting::current},
    Member{"ahvaluedrifted", &ScriptHelp::Setting::drifted}};

void add(const Section& section, ScriptHelp& help) {
    for (const Member& member : members) {
        if (member.title != section.title) continue;
        if (help.settings.empty() || !(help.settings.back().*member.text).empty())
            help.settings.emplace_back();
        help.settings.back().*member.text = section.text;
    }
}

} // namespace

ScriptHelp script_help(std::string_view script, ScriptLanguage language) {
    ScriptHelp help;
    for (const Section& section : sections_of(comment_of(script, language))) {
        if (section.title == "ahexecmode")
            help.mode_variable = section.text.substr(section.text.starts_with('$') ? 1 : 0);
        else
            add(section, help);
    }
    if (help.settings.empty()) help.settings.emplace_back();
    return help;
}

} // namespace vow::otterscript
