#include "agent/report/evaluated.h"

#include "agent/report/fact_text.h"
#include "policy/cfengine/functions/regex.h"

namespace vow::agent {
namespace {

using Columns = std::vector<std::pair<std::string_view, std::size_t>>;

std::string row_of(const Columns& columns) {
    std::string row;
    for (const auto& [text, width] : columns) {
        row += text;
        row.append(text.size() < width ? width - text.size() : 0, ' ').append(1, ' ');
    }
    row.erase(row.find_last_not_of(' ') + 1);
    return row + "\n";
}

/// A row for each name that matches.
template <class Rows, class Cells>
std::string rows_of(const Rows& rows, const std::string& pattern, Cells cells) {
    const auto compiled = cfengine::Regex::compile(pattern);
    const auto* regex = std::get_if<cfengine::Regex>(&compiled);
    std::string table;
    if (regex == nullptr) return table;
    for (const auto& row : rows) {
        const Columns columns = cells(row);
        if (regex->search(columns.front().first)) table += row_of(columns);
    }
    return table;
}

std::string joined(const std::vector<std::string>& tags) {
    std::string text;
    for (const std::string& tag : tags)
        text.append(text.empty() ? "" : ",").append(tag);
    return text;
}

} // namespace

void Evaluated::class_defined(
    std::string_view name, std::string_view /*bundle*/, const Tags& tags
) {
    classes_.insert_or_assign(std::string(name), joined(tags));
}

void Evaluated::variable_defined(
    std::string_view qualified_name, std::string_view text, const Tags& tags
) {
    std::string name(qualified_name);
    if (name.find(':') == std::string::npos) name.insert(0, "default:");
    variables_.insert_or_assign(std::move(name), Variable{std::string(text), joined(tags)});
}

std::string Evaluated::class_table(Facts& facts, const std::string& pattern) const {
    auto all = classes_;
    for (const std::string& name : facts.all_classes())
        all.emplace(name, "source=agent,hardclass");
    return row_of({{"Class name", 60}, {"Meta tags", 60}, {"Comment", 40}}) +
           rows_of(all, pattern, [](const auto& tags_of) {
               return Columns{{tags_of.first, 60}, {tags_of.second, 60}, {"", 40}};
           });
}

std::string Evaluated::variable_table(Facts& facts, const std::string& pattern) const {
    auto all = variables_;
    for (const std::string& name : facts.all_names()) {
        all.emplace("default:sys." + name, Variable{text_of(*facts.find(name)), "source=agent"});
    }
    const Columns heads = {
        {"Variable name", 40}, {"Variable value", 60}, {"Meta tags", 60}, {"Comment", 40}};
    return row_of(heads) + rows_of(all, pattern, [](const auto& known) {
               const auto& [name, variable] = known;
               return Columns{{name, 40}, {variable.text, 60}, {variable.tags, 60}, {"", 40}};
           });
}

} // namespace vow::agent
