#include "agent/personality/reference_output.h"

#include "policy/source/source_text.h"
#include "protocol/data/json_layout.h"
#include "protocol/text/regex.h"
#include "protocol/text/shown_text.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::agent {

std::string reference_text(const Diagnostic& diagnostic) {
    const Span& span = diagnostic.span;
    const std::string severity(text_of(diagnostic.severity));
    const std::string message = severity + ": " + shown(diagnostic.message) + "\n";
    constexpr std::size_t severity_width = 8;
    if (span.source == nullptr) return std::string(severity_width - severity.size(), ' ') + message;
    const Position place = span.position();
    const std::string column = std::to_string(place.column + span.end - span.begin);
    const Excerpt excerpt = excerpt_of(span);
    const std::string before =
        shown(excerpt.text.substr(0, std::max<std::size_t>(excerpt.end, 1) - 1));
    return shown(span.source->path()) + ":" + std::to_string(place.line) + ":" + column + ": " +
           message + shown(excerpt.text) + "\n" + std::string(before.size(), ' ') + "^\n";
}

namespace {

using Columns = std::vector<std::pair<std::string_view, std::size_t>>;

std::string row_of(const Columns& columns) {
    std::string row;
    for (const auto& [text, width] : columns) {
        if (!row.empty()) row += ' ';
        row += text;
        row.append(text.size() < width ? width - text.size() : 0, ' ');
    }
    return row + "\n";
}

std::string with_escaped_quotes(std::string_view text) {
    std::string escaped;
    for (const char letter : text) {
        if (letter == '"') escaped += '\\';
        escaped += letter;
    }
    return escaped;
}

std::string cell(const std::string& text) {
    return with_escaped_quotes(text);
}

/// A list is after a blank, and an empty one nothing.
std::string cell(const std::vector<std::string>& items) {
    std::string text;
    for (const std::string& item : items)
        text += (text.empty() ? " {\"" : ",\"") + with_escaped_quotes(item) + "\"";
    return text.empty() ? text : text + "}";
}

std::string cell(const Data& data) {
    return laid_out(
        data, {.members = JsonLayout::Members::sorted, .reals = JsonLayout::Reals::four_decimals}
    );
}

/// As the reference shows it: a value of several lines would break the table.
std::string shown_value(const PlainValue& value) {
    const std::string text = std::visit([](const auto& one) { return cell(one); }, value);
    const bool is_plain =
        std::ranges::all_of(text, [](const char letter) { return letter >= ' ' && letter <= '~'; });
    return is_plain ? text : "<non-printable>";
}

/// A row for each name that matches.
template <class Rows, class Cells>
std::string rows_of(const Rows& rows, const std::string& pattern, Cells cells) {
    const auto compiled = Regex::compile(pattern);
    const auto* regex = std::get_if<Regex>(&compiled);
    std::string table;
    if (regex == nullptr) return table;
    for (const auto& row : rows) {
        const Columns columns = cells(row);
        if (regex->search(columns.front().first)) table += row_of(columns);
    }
    return table;
}

} // namespace

void DefinedNames::receive(const Event& event) {
    if (const auto* defined = std::get_if<ClassDefined>(&event))
        add(*defined);
    else if (const auto* cancelled = std::get_if<ClassCancelled>(&event))
        classes_.erase(std::string(cancelled->name));
}

/// Classes of a bundle call do not exist any more when the run ends.
void DefinedNames::add(const ClassDefined& defined) {
    if (!defined.bundle.empty()) return;
    classes_.insert_or_assign(
        std::string(defined.name), Row{joined(defined.remarks.tags, ","), defined.remarks.comment}
    );
}

std::string DefinedNames::class_table(const ListedNames& listed, const std::string& pattern) const {
    auto all = classes_;
    for (const ListedNames::Name& one : listed.hard_classes)
        all.emplace(one.name, Row{joined(one.remarks.tags, ","), one.remarks.comment});
    return row_of({{"Class name", 60}, {"Meta tags", 40}, {"Comment", 40}}) +
           rows_of(all, pattern, [](const auto& known) {
               const auto& [name, row] = known;
               return Columns{{name, 60}, {row.tags, 40}, {row.comment, 40}};
           });
}

std::string
DefinedNames::variable_table(const ListedNames& listed, const std::string& pattern) const {
    struct Cells {
        std::string value, tags, comment;
    };
    std::map<std::string, Cells> all;
    for (const auto& [name, value, remarks] : listed.variables)
        all[name] = {shown_value(value), joined(remarks.tags, ","), remarks.comment};
    const Columns heads = {
        {"Variable name", 40}, {"Variable value", 60}, {"Meta tags", 40}, {"Comment", 40}};
    return row_of(heads) + rows_of(all, pattern, [](const auto& known) {
               const auto& [name, cells] = known;
               return Columns{{name, 40}, {cells.value, 60}, {cells.tags, 40}, {cells.comment, 40}};
           });
}

} // namespace vow::agent
