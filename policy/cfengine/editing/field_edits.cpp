#include "policy/cfengine/editing/edit.h"
#include "protocol/promise/settings.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

using Fields = std::vector<std::string>;

enum class Blanks { keep, drop };

Fields split(std::string_view line, const Regex& separator, Blanks blanks) {
    Fields fields;
    std::size_t from = 0;
    while (const auto match = separator.search(line, from)) {
        if (match->whole().empty()) break;
        const std::string_view field = line.substr(from, match->begin() - from);
        if (blanks == Blanks::keep || !field.empty()) fields.emplace_back(field);
        from = match->end();
    }
    const std::string_view rest = line.substr(from);
    if (!rest.empty() || (blanks == Blanks::keep && from > 0)) fields.emplace_back(rest);
    return fields;
}

Fields split(std::string_view text, char separator) {
    Fields parts;
    while (!text.empty()) {
        const std::size_t end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return parts;
}

/// An `edit_field` body.
struct FieldEdit {
    std::shared_ptr<const Regex> separator;
    std::string separator_pattern;
    std::size_t field; ///< from 1
    std::string value;
    std::string operation;
    std::optional<char> value_separator; ///< the field is a list of values
    bool extend;
    Blanks blanks;

    static std::optional<FieldEdit> from(Edit& edit);
};

std::optional<FieldEdit> FieldEdit::from(Edit& edit) {
    const std::string& promiser = edit.promise.promiser;
    const auto body = Settings(edit.promise.attributes).body("edit_field");
    const auto separator = body ? body->text("field_separator") : std::nullopt;
    if (!separator) {
        edit.break_off("No field_separator in promise to edit by column for '" + promiser + "'");
        return std::nullopt;
    }
    auto number = body->number("select_field");
    if (number && body->holds("start_fields_from_zero")) ++*number;
    if (!number || *number <= 0) {
        edit.break_off("No select_field in promise to edit '" + promiser + "'");
        return std::nullopt;
    }
    const auto value = body->text("field_value");
    if (!value) {
        edit.break_off("No field_value is promised to column_edit '" + promiser + "'");
        return std::nullopt;
    }
    auto regex = edit.regex(*separator);
    if (!regex) return std::nullopt;
    const std::string value_separator = body->text_or("value_separator", "");
    return FieldEdit{
        .separator = std::move(regex),
        .separator_pattern = *separator,
        .field = static_cast<std::size_t>(*number),
        .value = *value,
        .operation = body->text_or("field_operation", "append"),
        .value_separator =
            value_separator.empty() ? std::nullopt : std::optional(value_separator[0]),
        .extend = body->holds("extend_fields"),
        .blanks = body->holds("allow_blank_fields") ? Blanks::keep : Blanks::drop};
}

/// One field_edits promise while it is kept.
class FieldEditor {
public:
    FieldEditor(Edit& edit, const FieldEdit& terms) : edit_(edit), terms_(terms) {}

    void run(const Regex& line_pattern) {
        const auto region = select_region(edit_, EditedRegion::fields);
        if (!region) return;
        bool found = false;
        for (std::size_t index = region->begin; index < region->end; ++index) {
            if (!line_pattern.fits(edit_.lines[index])) continue;
            found = true;
            if (!edit_line(index)) return;
        }
        if (!found) {
            edit_.record.failed(
                "No matched line to edit fields of for pattern '" + edit_.promise.promiser +
                "' in '" + edit_.file + "'"
            );
        }
    }

private:
    bool edit_line(std::size_t index) {
        const std::string line = edit_.lines[index];
        const auto first_separator = terms_.separator->search(line);
        if (!first_separator) {
            edit_.record.failed(
                "Field edit, no fields found by promised pattern '" + terms_.separator_pattern +
                "' in '" + edit_.file + "'"
            );
            return false;
        }
        Fields fields = split(line, *terms_.separator, terms_.blanks);
        if (terms_.field > fields.size() && !terms_.extend) {
            edit_.record.failed(
                "The file " + edit_.file + " has only " + std::to_string(fields.size()) +
                " fields, but there is a promise for field " + std::to_string(terms_.field)
            );
            return true;
        }
        fields.resize(std::max(fields.size(), terms_.field));
        std::string& field = fields[terms_.field - 1];
        const bool changed = terms_.value_separator ? edit_values(field) : edit_whole(field);
        if (changed) edit_.lines.replace(index, joined(fields, first_separator->whole()));
        return true;
    }

    bool edit_whole(std::string& field) {
        const std::string in_file = "' in '" + edit_.file + "'";
        if (terms_.operation == "delete") {
            if (field.empty()) return nothing_to_do();
            if (!edit_.record.allows("delete field value '" + field + in_file)) return false;
            edit_.record.repaired("Deleted column field value '" + field + in_file);
            field.clear();
            return true;
        }
        if (field == terms_.value) return nothing_to_do();
        const std::string change = "'" + field + "' to '" + terms_.value + in_file;
        if (!edit_.record.allows("set column field value " + change)) return false;
        edit_.record.repaired("Set whole column field value " + change);
        field = terms_.value;
        return true;
    }

    bool nothing_to_do() {
        edit_.record.kept(
            "No need to edit column field value '" + terms_.value + "' in '" + edit_.file + "'"
        );
        return false;
    }

    /// Edits a field that is a list of values, one of which is promised.
    bool edit_values(std::string& field) {
        struct Operation {
            std::string_view name;
            std::string_view done; ///< how the message starts
            bool (*apply)(Fields& values, const std::string& value);
        };
        static constexpr Operation operations[] = {
            {"append", "Appended field", append},
            {"alphanum", "Inserted field", insert_sorted},
            {"delete", "Deleted column field", erase},
            {"prepend", "Prepended field", prepend},
            {"set", "Set field", set},
        };
        const auto* operation = std::ranges::find(operations, terms_.operation, &Operation::name);
        if (operation == std::end(operations)) operation = operations;

        Fields values = split(field, *terms_.value_separator);
        if (!operation->apply(values, terms_.value)) return nothing_to_do();
        const std::string in_file = "' in '" + edit_.file + "'";
        if (!edit_.record.allows("edit field '" + terms_.value + in_file)) return false;
        edit_.record.repaired(
            std::string(operation->done) + " sub-value '" + terms_.value + in_file
        );
        field = joined(values, std::string(1, *terms_.value_separator));
        return true;
    }

    static bool has(const Fields& values, const std::string& value) {
        return std::ranges::find(values, value) != values.end();
    }

    static bool append(Fields& values, const std::string& value) {
        if (has(values, value)) return false;
        values.push_back(value);
        return true;
    }

    static bool prepend(Fields& values, const std::string& value) {
        if (has(values, value)) return false;
        values.insert(values.begin(), value);
        return true;
    }

    static bool insert_sorted(Fields& values, const std::string& value) {
        const Fields before = values;
        if (!has(values, value)) values.push_back(value);
        std::ranges::sort(values);
        return values != before;
    }

    static bool erase(Fields& values, const std::string& value) {
        return std::erase(values, value) > 0;
    }

    static bool set(Fields& values, const std::string& value) {
        const bool is_set = values.size() == 1 && values.front() == value;
        if (is_set || (values.empty() && value.empty())) return false;
        values = {value};
        return true;
    }

    Edit& edit_;
    const FieldEdit& terms_;
};

} // namespace

void edit_fields(Edit& edit) {
    const auto terms = FieldEdit::from(edit);
    if (!terms) return;
    const auto line_pattern = edit.regex(edit.promise.promiser);
    if (line_pattern) FieldEditor(edit, *terms).run(*line_pattern);
}

} // namespace vow::cfengine
