#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/line_formats.h"
#include "protocol/text/number.h"

#include <algorithm>

namespace vow::cfengine::families {

namespace {

bool is_true_now(Call& call, const std::string& expression) {
    return expression == "any" || call.around().holds(expression).value_or(false);
}

/// The rows without comments, empty lines and rows of another length than the first.
std::vector<CsvRow> counted_rows(Call& call, std::string_view text) {
    std::vector<CsvRow> rows;
    for (CsvRow& row : parse_csv(text)) {
        const bool is_empty = row.size() == 1 && row[0].empty();
        if (is_empty || row[0].starts_with('#')) continue;
        if (!rows.empty() && row.size() != rows[0].size()) {
            call.fail("ignoring a row of another length than the first", LogLevel::warning);
            continue;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

struct Columns {
    std::size_t of_class;
    std::optional<std::size_t> sort_by;
};

/// The rows as objects without the class column, with keys from the heading or by number.
Data objects_of(const std::vector<CsvRow>& rows, const CsvRow& heading, Columns columns) {
    Data::Array objects;
    for (const CsvRow& row : rows) {
        std::vector<Data::Member> members;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i == columns.of_class) continue;
            const std::string key = heading.empty() ? std::to_string(members.size()) : heading[i];
            members.emplace_back(key, Data::string(row[i]));
        }
        objects.push_back(Data::object(std::move(members)));
    }
    return Data::array(std::move(objects));
}

void sort_rows(Call& call, std::vector<CsvRow>& rows, Columns columns, std::size_t width) {
    if (!columns.sort_by) return;
    const std::size_t column = *columns.sort_by;
    if (column == columns.of_class || column >= width) {
        call.fail("cannot sort by column " + std::to_string(column), LogLevel::warning);
        return;
    }
    std::ranges::stable_sort(rows, {}, [column](const CsvRow& row) { return row[column]; });
}

Result classfiltercsv(Call& call) {
    const auto content = call.read_whole_file(call.text(0));
    if (!content) return call.fail_here("cannot read '" + call.text(0) + "': " + content.why_not);
    const auto class_column = call.integer(2);
    const auto sort_column = call.has(3) ? call.integer(3) : std::nullopt;
    if (!class_column) return std::nullopt;
    Columns columns{static_cast<std::size_t>(*class_column), std::nullopt};
    if (sort_column) columns.sort_by = static_cast<std::size_t>(*sort_column);

    std::vector<CsvRow> rows = counted_rows(call, *content);
    const std::size_t width = rows.empty() ? 0 : rows[0].size();
    if (!rows.empty() && columns.of_class >= width)
        return call.fail("column " + call.text(2) + " is after the end of the row");
    CsvRow heading;
    if (call.truth(1) && !rows.empty()) {
        heading = rows.front();
        rows.erase(rows.begin());
    }
    std::erase_if(rows, [&](const CsvRow& row) {
        return !is_true_now(call, row[columns.of_class]);
    });
    sort_rows(call, rows, columns, width);
    return Value::data(objects_of(rows, heading, columns));
}

/// The class expression of an element: at an index of an array, at a key of an object or, without
/// either, the element's own key. nullopt if that is not a text.
std::optional<std::string>
expression_of(Call& call, const Data& element, const std::string* own_key) {
    const bool is_array = element.kind() == Data::Kind::array;
    if (!call.has(2)) return own_key != nullptr ? std::optional(*own_key) : std::nullopt;
    const auto index = is_array ? integer_from(call.text(2)) : std::nullopt;
    const Data* const found = !is_array              ? element.find(call.text(2))
                              : index && *index >= 0 ? element.at(static_cast<std::size_t>(*index))
                                                     : nullptr;
    if (found == nullptr || found->is_container()) return std::nullopt;
    return scalar_text(*found);
}

std::string structure_of(const Data& parent, const Data& element) {
    const auto word = [](const Data& data) {
        return std::string(data.kind() == Data::Kind::array ? "array" : "object");
    };
    return word(parent) + "_of_" + word(element) + "s";
}

/// Whether to keep an element. Logs a line and returns nullopt if it does not have the structure.
std::optional<bool>
kept(Call& call, const Data& parent, const Data& element, const std::string* own_key) {
    const std::string& structure = call.text(1);
    if (!element.is_container() ||
        (structure != "auto" && structure != structure_of(parent, element))) {
        call.fail("an element does not have the structure " + structure, LogLevel::verbose);
        return std::nullopt;
    }
    const auto expression = expression_of(call, element, own_key);
    if (!expression) {
        call.fail("an element has no class expression", LogLevel::verbose);
        return std::nullopt;
    }
    return is_true_now(call, *expression);
}

Result classfilterdata(Call& call) {
    const auto parent = call.data(0);
    if (!parent || !parent->is_container()) return std::nullopt;
    Data::Array items;
    for (const Data& item : parent->items()) {
        const auto keep = kept(call, *parent, item, nullptr);
        if (!keep) return std::nullopt;
        if (*keep) items.push_back(item);
    }
    if (parent->kind() == Data::Kind::array) return Value::data(Data::array(std::move(items)));
    std::vector<Data::Member> members;
    for (const Data::Member& member : parent->members()) {
        const auto keep = kept(call, *parent, member.second, &member.first);
        if (!keep) return std::nullopt;
        if (*keep) members.push_back(member);
    }
    return Value::data(Data::object(std::move(members)));
}

} // namespace

std::span<const Function> class_filters() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "classfiltercsv",
         .result = ResultType::data,
         .parameters =
             {{"path", path},
              {"heading", option, truth_words},
              {"class_column", integer, "0,99999999999"},
              {"sort_column", integer, "0,99999999999"}},
         .required = 3,
         .help = "The rows of a CSV file whose class expression holds.",
         .example = R"(classfiltercsv("/srv/hosts.csv", "true", 0))",
         .body = classfiltercsv},
        {.name = "classfilterdata",
         .result = ResultType::data,
         .parameters =
             {{"container", collection},
              {"structure",
               option,
               "array_of_arrays,array_of_objects,object_of_arrays,object_of_objects,auto"},
              {"key", text}},
         .required = 2,
         .help = "The elements of a container whose class expression holds.",
         .example =
             R"(classfilterdata('[["linux", "web"], ["windows", "mail"]]', "array_of_arrays", 0))",
         .body = classfilterdata},
    };
    return table;
}

} // namespace vow::cfengine::families
