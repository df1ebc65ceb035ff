#include "protocol/harness/cases/case_test.h"

#include <algorithm>
#include <string_view>

namespace vow::harness {
namespace {

/// Those that every module can give; trouble is hard to arrange.
constexpr std::string_view usual_results[] = {"kept", "repaired", "invalid"};

using CaseList = std::vector<const Case*>;

CaseList cases_of(
    const PromiseTypeDescription& type,
    const std::vector<Case>& cases,
    const Description& description
) {
    CaseList own;
    for (const Case& each : cases) {
        if (description.promise_type(each.promise.type) == &type) own.push_back(&each);
    }
    return own;
}

const Data* value_in(const Case& each, const std::string& attribute) {
    const auto& members = each.promise.attributes;
    const auto found = std::ranges::find(members, attribute, &Data::Member::first);
    return found == members.end() ? nullptr : &found->second;
}

bool has_value(const Case& each, const std::string& attribute, const std::string& choice) {
    const Data* const value = value_in(each, attribute);
    if (value == nullptr) return false;
    if (value->kind() != Data::Kind::array)
        return !value->is_container() && value->text() == choice;
    return std::ranges::any_of(value->items(), [&](const Data& item) {
        return !item.is_container() && item.text() == choice;
    });
}

void add_untouched(
    std::vector<std::string>& untouched,
    const AttributeDescription& attribute,
    const CaseList& cases
) {
    const auto has_it = [&](const Case* each) {
        return value_in(*each, attribute.name) != nullptr;
    };
    if (std::ranges::none_of(cases, has_it)) {
        untouched.push_back("attribute '" + attribute.name + "'");
        return;
    }
    for (const std::string& choice : attribute.choices) {
        const auto has_choice = [&](const Case* each) {
            return has_value(*each, attribute.name, choice);
        };
        // The default is tried by every case without the attribute.
        const bool is_default = attribute.fallback && attribute.fallback->text() == choice;
        if (!is_default && std::ranges::none_of(cases, has_choice)) {
            untouched.push_back(
                std::string("'").append(attribute.name).append("' with '").append(choice) + "'"
            );
        }
    }
}

} // namespace

std::vector<std::string>
untouched_by(const std::vector<Case>& cases, const Description& description) {
    std::vector<std::string> untouched;
    for (const PromiseTypeDescription& type : description.promise_types) {
        const CaseList own = cases_of(type, cases, description);
        if (own.empty()) {
            untouched.push_back("type '" + type.name + "'");
            continue;
        }
        for (const AttributeDescription& attribute : type.attributes)
            add_untouched(untouched, attribute, own);
    }
    for (const std::string_view result : usual_results) {
        if (std::ranges::find(cases, result, &Case::expected) == cases.end())
            untouched.push_back("result '" + std::string(result) + "'");
    }
    return untouched;
}

} // namespace vow::harness
