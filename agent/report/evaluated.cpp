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

} // namespace

void Evaluated::variable_defined(std::string_view qualified_name, std::string_view text) {
    std::string name(qualified_name);
    if (name.find(':') == std::string::npos) name.insert(0, "default:");
    variables_.insert_or_assign(std::move(name), std::string(text));
}

std::string Evaluated::class_table(Facts& facts, const std::string& pattern) const {
    std::set<std::string> all = classes_;
    for (std::string& name : facts.all_classes())
        all.insert(std::move(name));
    return row_of({{"Class name", 60}, {"Meta tags", 60}, {"Comment", 40}}) +
           rows_of(all, pattern, [](const std::string& name) {
               return Columns{{name, 60}, {"", 60}, {"", 40}};
           });
}

std::string Evaluated::variable_table(Facts& facts, const std::string& pattern) const {
    std::map<std::string, std::string> all = variables_;
    for (const std::string& name : facts.all_names()) {
        all.emplace("default:sys." + name, text_of(*facts.find(name)));
    }
    return row_of(
               {{"Variable name", 40}, {"Variable value", 60}, {"Meta tags", 60}, {"Comment", 40}}
           ) +
           rows_of(all, pattern, [](const auto& variable) {
               return Columns{{variable.first, 40}, {variable.second, 60}, {"", 60}, {"", 40}};
           });
}

} // namespace vow::agent
