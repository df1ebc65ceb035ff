#include "policy/cfengine/editing/line_editor.h"

#include "policy/cfengine/editing/edit.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

struct EditType {
    std::string_view name;
    std::string_view name_in_messages;
    void (*keep)(Edit&);
};

constexpr EditType edit_types[] = {
    {"delete_lines", "delete_lines", delete_lines},
    {"field_edits", "fields_edit", edit_fields},
    {"insert_lines", "insert_lines", insert_lines},
    {"replace_patterns", "replace_patterns", replace_patterns},
};

const EditType* find_type(std::string_view name) {
    const auto* found = std::ranges::find(edit_types, name, &EditType::name);
    return found == std::end(edit_types) ? nullptr : found;
}

} // namespace

std::shared_ptr<const Regex> Edit::regex(const std::string& pattern) {
    RegexCache::Result answer = around.regexes().find(pattern);
    if (const auto* error = std::get_if<RegexError>(&answer)) {
        break_off(
            "Regular expression error: '" + error->message + "' in expression '" + pattern + "'"
        );
        return nullptr;
    }
    return std::get<std::shared_ptr<const Regex>>(std::move(answer));
}

void Edit::break_off(const std::string& message) {
    record.failed(message);
    broken_off = true;
}

bool LineEditor::edits(std::string_view type) {
    return find_type(type) != nullptr;
}

EditResult LineEditor::keep(const Promise& promise) {
    EditResult result;
    Record record(promise, [&result](LogLevel level, std::string_view text) {
        result.log.push_back({level, std::string(text)});
    });
    const bool is_dry = promise.terms.policy == Terms::Policy::dry_run;
    if (is_dry && !around_.uses_words_of_reference()) record.pretend();
    Edit edit = {promise, file_, lines_, around_, record};
    const EditType* type = find_type(promise.type->name);
    if (type == nullptr) {
        edit.break_off("'" + promise.type->name + "' promises do not edit lines");
    } else {
        type->keep(edit);
    }
    if (!edit.broken_off) log_result(record, type->name_in_messages);
    result.outcome.verdicts = record.verdicts();
    result.outcome.only_warned = record.has_only_warned();
    if (result.outcome.verdicts.empty()) result.outcome.verdicts.add(Verdict::kept);
    result.undecided = edit.undecided;
    return result;
}

} // namespace vow::cfengine
