#include "policy/cfengine/program/program.h"

#include "policy/cfengine/vocabulary/agent_attributes.h"
#include "policy/cfengine/vocabulary/normal_order.h"
#include "policy/cfengine/vocabulary/syntax_table.h"
#include "protocol/text/canonical_name.h"
#include "protocol/text/path.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

struct CommonName {
    CommonAttribute attribute;
    std::string_view name;
};

constexpr std::array common_names = {
    CommonName{CommonAttribute::handle, "handle"},
    CommonName{CommonAttribute::if_, "if"},
    CommonName{CommonAttribute::ifvarclass, "ifvarclass"},
    CommonName{CommonAttribute::unless, "unless"},
    CommonName{CommonAttribute::depends_on, "depends_on"},
    CommonName{CommonAttribute::with, "with"},
    CommonName{CommonAttribute::comment, "comment"},
    CommonName{CommonAttribute::classes, "classes"},
    CommonName{CommonAttribute::action, "action"},
    CommonName{CommonAttribute::meta, "meta"},
};

struct KindName {
    std::string_view type;
    PromiseKind kind;
};

constexpr std::array kinds = {
    KindName{"vars", PromiseKind::variable},
    KindName{"meta", PromiseKind::meta},
    KindName{"defaults", PromiseKind::default_value},
    KindName{"classes", PromiseKind::class_},
    KindName{"methods", PromiseKind::method},
    KindName{"reports", PromiseKind::report},
    KindName{"insert_lines", PromiseKind::line_edit},
    KindName{"delete_lines", PromiseKind::line_edit},
    KindName{"replace_patterns", PromiseKind::line_edit},
    KindName{"field_edits", PromiseKind::line_edit},
    KindName{"files", PromiseKind::files},
    KindName{"commands", PromiseKind::commands},
};

/// The action policy belongs to the terms of a promise; it is the same promise in a dry run.
bool is_for_agent(std::string_view attribute) {
    return is_kept_by_agent(attribute) || attribute == "action_policy";
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
    return std::ranges::find(common_names, attribute, &CommonName::attribute)->name;
}

PromiseKind kind_of(std::string_view promise_type) {
    const auto found = std::ranges::find(kinds, promise_type, &KindName::type);
    if (found != kinds.end()) return found->kind;
    return is_built_in(promise_type) ? PromiseKind::other_built_in : PromiseKind::custom;
}

AttributeStatement
promise_attribute(std::string_view name, Expression value, const TypeSyntax* type) {
    return {
        .name = std::string(name),
        .value = std::move(value),
        .syntax = type ? find_promise_attribute(*type, name) : nullptr,
        .is_for_agent = is_for_agent(name)};
}

AttributeList::AttributeList(std::vector<AttributeStatement> items) : items_(std::move(items)) {
    for (std::uint32_t place = 0; place < items_.size(); ++place)
        note_place(place);
}

void AttributeList::add(AttributeStatement attribute) {
    items_.push_back(std::move(attribute));
    note_place(static_cast<std::uint32_t>(items_.size() - 1));
}

void AttributeList::note_place(std::uint32_t place) {
    const auto known = std::ranges::find(common_names, items_[place].name, &CommonName::name);
    if (known == common_names.end()) return;
    std::uint32_t& common = common_[static_cast<std::size_t>(known->attribute)];
    if (common == 0) common = place + 1;
}

const Expression* AttributeList::find(std::string_view name) const {
    const auto found = std::ranges::find(items_, name, &AttributeStatement::name);
    return found == items_.end() ? nullptr : &found->value;
}

const Expression* AttributeList::find(CommonAttribute name) const {
    const std::uint32_t place = common_[static_cast<std::size_t>(name)];
    return place == 0 ? nullptr : &items_[place - 1].value;
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
