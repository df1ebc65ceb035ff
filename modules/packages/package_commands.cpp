#include "modules/packages/package_commands.h"

#include "modules/sdk/cpp/executable.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <compare>
#include <string>
#include <utility>
#include <vector>

namespace vow::modules {

bool PackageCommands::can_run(const std::string& line) const {
    if (uses_shell_) return true;
    const auto words = words_of(line);
    const auto program = words.empty() ? std::nullopt : find_program(words.front());
    return program && program_error(*program, ProgramUse::execute) == 0;
}

ToolRun PackageCommands::run(const std::string& line) {
    if (uses_shell_)
        return run_tool({.name = "/bin/sh", .arguments = {"-c", line}}, promise_, log_);
    auto words = words_of(line);
    if (words.empty()) return {.problem = "it is empty"};
    const std::string program = words.front();
    words.erase(words.begin());
    return run_tool({.name = program, .arguments = words}, promise_, log_);
}

std::string PackageCommands::argument(const std::string& text) const {
    if (!uses_shell_) return text;
    std::string quoted = "'";
    for (const char letter : text) {
        if (letter == '\'')
            quoted += "'\\''";
        else
            quoted += letter;
    }
    return quoted + "'";
}

std::optional<int> VersionOrder::compare(const std::string& left, const std::string& right) {
    const bool has_less = method_.has("package_version_less_command");
    if (method_.has("package_version_equal_command")) {
        if (is_true("package_version_equal_command", left, right)) return 0;
    } else if (has_less) {
        if (is_true("package_version_less_command", left, right)) return -1;
        return is_true("package_version_less_command", right, left) ? 1 : 0;
    }
    if (!has_less) return compare_package_versions(left, right);
    return is_true("package_version_less_command", left, right) ? -1 : 1;
}

bool VersionOrder::is_true(
    std::string_view comparison, const std::string& left, const std::string& right
) {
    std::string line = method_.value(comparison);
    for (const auto& [part, version] : {std::pair{"$(v1)", &left}, std::pair{"$(v2)", &right}}) {
        const std::string argument = commands_.argument(*version);
        for (auto at = line.find(part); at != line.npos; at = line.find(part, at + argument.size()))
            line.replace(at, std::string_view(part).size(), argument);
    }
    return commands_.run(line).succeeded;
}

namespace {

struct SplitVersion {
    std::vector<std::string_view> parts;
    std::string separators;
};

bool is_in_part(char letter) {
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z');
}

SplitVersion split_version(std::string_view version) {
    SplitVersion split;
    for (;;) {
        const auto* end = std::ranges::find_if_not(version, is_in_part);
        const auto length = static_cast<std::size_t>(end - version.begin());
        split.parts.push_back(version.substr(0, length));
        if (length == version.size()) return split;
        split.separators += *end;
        version.remove_prefix(length + 1);
    }
}

int sign_of(std::strong_ordering order) {
    if (std::is_lt(order)) return -1;
    return std::is_gt(order) ? 1 : 0;
}

} // namespace

std::optional<int> compare_package_versions(std::string_view left, std::string_view right) {
    const SplitVersion one = split_version(left);
    const SplitVersion other = split_version(right);
    const std::size_t common = std::min(one.separators.size(), other.separators.size());
    if (one.separators.substr(0, common) != other.separators.substr(0, common)) return {};
    return sign_of(one.parts <=> other.parts);
}

} // namespace vow::modules
