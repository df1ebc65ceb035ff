#include "protocol/harness/description_page.h"

#include "protocol/description/description.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::harness {
namespace {

/// Escapes bars, which would end the cell of a table.
std::string cell(std::string text) {
    for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
        text.replace(at, 1, "\\|");
    return text;
}

std::string markdown_table(
    const std::vector<AttributeDescription>& attributes,
    const std::vector<AttributeRule>& rules,
    const std::string& title
) {
    if (attributes.empty()) return {};
    std::string text = "| " + title + " | type | | |\n|---|---|---|---|\n";
    for (const AttributeDescription& attribute : attributes) {
        text += "| `" + attribute.name + "` | " + std::string(text_of(attribute.type)) + " | " +
                cell(demands_on(attribute)) + " | " + cell(attribute.summary) + " |\n";
    }
    if (!rules.empty()) text += "\n";
    for (const AttributeRule& rule : rules)
        text += "- " + sentence_of(rule) + "\n";
    return text;
}

std::string markdown_type(const PromiseTypeDescription& type) {
    std::string text = "## " + type.name + "\n\n";
    if (!type.summary.empty()) text += type.summary + "\n\n";
    if (!type.promiser_summary.empty()) text += "The promiser: " + type.promiser_summary + ".";
    if (!type.promiser_pattern.empty()) text += " It matches `" + type.promiser_pattern + "`.";
    if (!text.ends_with("\n\n")) text += "\n\n";
    text += markdown_table(type.attributes, type.rules, "attribute");
    for (const AttributeDescription& body : type.attributes) {
        if (body.attributes.empty()) continue;
        text += "\n" + markdown_table(body.attributes, body.rules, "in `" + body.name + "`");
    }
    if (!type.result_classes.empty())
        text += "\nResult classes: " + joined(type.result_classes, ", ") + "\n";
    for (const std::string& example : type.examples)
        text += "\n```cfengine-part\n" + example + "\n```\n";
    return text;
}

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(text.size(), width), ' ');
    return text;
}

std::string terminal_table(
    const std::vector<AttributeDescription>& attributes,
    const std::vector<AttributeRule>& rules,
    const std::string& indent
) {
    std::size_t width = 0;
    for (const AttributeDescription& attribute : attributes)
        width = std::max(width, attribute.name.size());
    std::string text;
    for (const AttributeDescription& attribute : attributes) {
        const std::string demands = demands_on(attribute);
        text += indent + padded(attribute.name, width) + "  " +
                padded(std::string(text_of(attribute.type)), 6) + "  " + attribute.summary +
                (demands.empty() ? "" : " (" + demands + ")") + "\n" +
                terminal_table(attribute.attributes, attribute.rules, indent + "  ");
    }
    for (const AttributeRule& rule : rules)
        text += indent + "- " + sentence_of(rule) + "\n";
    return text;
}

std::string terminal_title(const std::string& name, const std::string& summary) {
    return name + (summary.empty() ? "" : ": " + summary) + "\n";
}

/// Without a title that is that of the page.
std::string terminal_type(const PromiseTypeDescription& type, const std::string& page_title) {
    const std::string title = terminal_title(type.name, type.summary);
    std::string text = title == page_title ? "" : "\n" + title;
    text += "  promiser" + (type.promiser_summary.empty() ? "" : ": " + type.promiser_summary) +
            (type.promiser_pattern.empty() ? "" : " (matches " + type.promiser_pattern + ")") +
            "\n";
    text += terminal_table(type.attributes, type.rules, "  ");
    if (!type.result_classes.empty())
        text += "  result classes: " + joined(type.result_classes, ", ") + "\n";
    return text;
}

} // namespace

std::string page_of(const std::string& name, const Description& description, PageFormat format) {
    const std::string& summary = description.summary;
    if (format == PageFormat::terminal) {
        const std::string title = terminal_title(name, summary);
        std::string text = title;
        for (const PromiseTypeDescription& type : description.promise_types)
            text += terminal_type(type, title);
        return text;
    }
    std::string text = "# " + name + "\n";
    if (!summary.empty()) text += "\n" + summary + "\n";
    for (const PromiseTypeDescription& type : description.promise_types)
        text += "\n" + markdown_type(type);
    return text;
}

} // namespace vow::harness
