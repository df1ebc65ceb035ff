#include "policy/cfengine/program/program.h"

#include "policy/cfengine/vocabulary/syntax_table.h"
#include "protocol/text/named_value.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

constexpr NamedValue<CommonAttribute> common_names[] = {
    {"handle", CommonAttribute::handle},
    {"if", CommonAttribute::if_},
    {"ifvarclass", CommonAttribute::ifvarclass},
    {"unless", CommonAttribute::unless},
    {"depends_on", CommonAttribute::depends_on},
    {"with", CommonAttribute::with},
    {"comment", CommonAttribute::comment},
    {"classes", CommonAttribute::classes},
    {"action", CommonAttribute::action},
    {"meta", CommonAttribute::meta},
};

constexpr NamedValue<PromiseKind> kinds[] = {
    {"vars", PromiseKind::variable},          {"meta", PromiseKind::meta},
    {"defaults", PromiseKind::default_value}, {"classes", PromiseKind::class_},
    {"methods", PromiseKind::method},         {"services", PromiseKind::service},
    {"reports", PromiseKind::report},         {"insert_lines", PromiseKind::edit},
    {"delete_lines", PromiseKind::edit},      {"replace_patterns", PromiseKind::edit},
    {"field_edits", PromiseKind::edit},       {"build_xpath", PromiseKind::edit},
    {"delete_tree", PromiseKind::edit},       {"insert_tree", PromiseKind::edit},
    {"delete_attribute", PromiseKind::edit},  {"set_attribute", PromiseKind::edit},
    {"delete_text", PromiseKind::edit},       {"set_text", PromiseKind::edit},
    {"insert_text", PromiseKind::edit},       {"files", PromiseKind::files},
    {"commands", PromiseKind::commands},      {"packages", PromiseKind::packages},
    {"processes", PromiseKind::processes},
};

/// The action policy belongs to the terms of a promise; it is the same promise in a dry run.
bool is_for_agent(std::string_view attribute) {
    return is_kept_by_agent(attribute) || attribute == "action_policy";
}

std::uint32_t bit_of(CommonAttribute attribute) {
    return std::uint32_t{1} << static_cast<unsigned>(attribute);
}

} // namespace

std::string
definition_key(std::string_view type, std::string_view name, std::string_view name_space) {
    std::string key(type);
    key += ' ';
    if (name.find(':') == name.npos) {
        key += name_space;
        key += ':';
    }
    return key += name;
}

std::string_view text_of(CommonAttribute attribute) {
    return find_name(common_names, attribute);
}

bool is_plain(const Expression& expression) {
    if (const auto* list = std::get_if<ListOf>(&expression.node))
        return std::ranges::all_of(list->items, is_plain);
    return std::holds_alternative<Text>(expression.node) ||
           std::holds_alternative<Word>(expression.node) ||
           std::holds_alternative<LiteralList>(expression.node);
}

PromiseKind kind_of(std::string_view promise_type) {
    if (const auto kind = find_value<PromiseKind>(kinds, promise_type)) return *kind;
    return is_built_in(promise_type) ? PromiseKind::other_built_in : PromiseKind::custom;
}

AttributeStatement
promise_attribute(std::string_view name, Expression value, const TypeSyntax* type) {
    return {
        .name = name,
        .value = std::move(value),
        .syntax = type ? find_promise_attribute(*type, name) : nullptr,
        .is_for_agent = is_for_agent(name)};
}

AttributeList::AttributeList(std::vector<AttributeStatement> items) : items_(std::move(items)) {
    for (AttributeStatement& item : items_)
        note_name(item);
}

void AttributeList::add(AttributeStatement attribute) {
    note_name(attribute);
    items_.push_back(std::move(attribute));
}

void AttributeList::note_name(AttributeStatement& item) {
    item.common = find_value<CommonAttribute>(common_names, item.name);
    if (item.common) has_ |= bit_of(*item.common);
}

const Expression* AttributeList::find(std::string_view name) const {
    const auto last =
        std::ranges::find(items_.rbegin(), items_.rend(), name, &AttributeStatement::name);
    return last == items_.rend() ? nullptr : &last->value;
}

const Expression* AttributeList::find(CommonAttribute name) const {
    if ((has_ & bit_of(name)) == 0) return nullptr;
    const auto last =
        std::ranges::find(items_.rbegin(), items_.rend(), name, &AttributeStatement::common);
    return last == items_.rend() ? nullptr : &last->value;
}

std::string PromiseStatement::default_handle() const {
    return canonified(
        "promise_" + base_name_of(span.source->path()) + "_" + std::to_string(span.position().line)
    );
}

const Bundle* Program::find_bundle(
    std::string_view type, std::string_view name, std::string_view name_space
) const {
    const auto found = bundles_by_name.find(definition_key(type, name, name_space));
    return found == bundles_by_name.end() ? nullptr : found->second;
}

const Body* Program::find_body(const std::string& key) const {
    const auto found = bodies.find(key);
    return found == bodies.end() ? nullptr : &found->second;
}

} // namespace vow::cfengine
