#include "protocol/harness/explanation.h"

#include "protocol/data/yaml.h"
#include "protocol/harness/conformance/check.h"
#include "protocol/harness/embedded_file.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

namespace vow::harness {
namespace {

constexpr std::string_view heading =
    "# The checks of `vow module`\n"
    "\n"
    "Each check of `conform`, `test`, `fuzz` and `replay`: its rule, the reason for it, the usual "
    "cause if a module does not pass,\nand lines that mend it. `vow module explain ID` shows one "
    "of them, and writes this page:\n`vow module explain --markdown`.\n";

std::string text_in(const YamlNode& node, std::string_view key) {
    const YamlNode* const value = node.find(key);
    return value == nullptr ? "" : value->text;
}

Explanation explanation_from(const std::string& id, const YamlNode& node) {
    Explanation explanation{
        .id = id,
        .title = text_in(node, "title"),
        .section = "docs/harness.md",
        .rule = text_in(node, "rule"),
        .reason = text_in(node, "reason"),
        .cause = text_in(node, "cause"),
        .python = text_in(node, "python"),
        .shell = text_in(node, "shell")};
    const auto found = std::ranges::find(checks(), id, &Check::id);
    if (found == checks().end()) return explanation;
    explanation.title = found->title;
    explanation.section = name_of_section(found->section);
    return explanation;
}

std::string indented(std::string_view text, std::string_view indentation) {
    std::string out;
    for (const std::string_view line : lines_of(text))
        out.append(indentation).append(line).append("\n");
    return out;
}

/// A rule that is a row of a table cannot be quoted with its bars.
std::string without_bars(std::string text) {
    if (!text.starts_with("| ")) return text;
    std::replace(text.begin(), text.end(), '|', ' ');
    const std::size_t begin = text.find_first_not_of(' ');
    return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

} // namespace

std::vector<Explanation> explanations() {
    const auto read = parse_yaml(embedded_file("harness/explanations.yaml"));
    const auto* const file = std::get_if<YamlNode>(&read);
    if (file == nullptr) throw std::logic_error("explanations.yaml is not YAML");
    std::vector<Explanation> all;
    all.reserve(file->members.size());
    for (const auto& [id, node] : file->members)
        all.push_back(explanation_from(id.text, node));
    return all;
}

std::string text_of(const Explanation& explanation) {
    return explanation.id + "  " + explanation.title + "\n\n  rule    " +
           without_bars(explanation.rule) + "\n          (" + explanation.section +
           ")\n  reason  " + explanation.reason + "\n  cause   " + explanation.cause +
           "\n\n  in Python:\n" + indented(explanation.python, "    ") + "\n  in shell:\n" +
           indented(explanation.shell, "    ");
}

std::string page_of(const std::vector<Explanation>& all) {
    std::string page(heading);
    for (const Explanation& each : all) {
        page.append("\n## ").append(each.id).append("\n\n").append(each.title);
        page.append("\n\n- rule (").append(each.section).append("): ");
        page.append(without_bars(each.rule)).append("\n- reason: ").append(each.reason);
        page.append("\n- usual cause: ").append(each.cause);
        page.append("\n\n```py\n").append(each.python).append("```\n```sh\n");
        page.append(each.shell).append("```\n");
    }
    return page;
}

} // namespace vow::harness
