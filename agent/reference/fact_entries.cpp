#include "agent/machine/fact_group.h"
#include "agent/reference/reference.h"

namespace vow::agent {
namespace {

bool is_family(std::string_view name) {
    return name.ends_with('*');
}

/// A class by itself, or a call that looks for one of a family.
std::string class_example(const std::string& name) {
    const std::string condition = is_family(name)
                                      ? "classmatch(\"" + name.substr(0, name.size() - 1) + ".*\")"
                                      : "\"" + name + "\"";
    return "classes:\n    \"found\" expression => " + condition + ";";
}

std::string variable_example(const std::string& name) {
    if (!is_family(name)) return "reports:\n    \"$(" + name + ")\";";
    const std::string prefix = name.substr(name.find('.') + 1, name.size() - name.find('.') - 2);
    return "vars:\n    \"names\" slist => variablesmatching(\"default:sys\\." + prefix + ".*\");";
}

ReferenceEntry class_entry(std::string_view class_name, const FactGroup& group) {
    const std::string name(class_name);
    return {
        .kind = ReferenceKind::class_,
        .name = name,
        .title = is_family(name) ? "classes " + name : "class " + name,
        .summary = std::string(group.summary),
        .notes = {"vow facts lists those of this host"},
        .example = class_example(name)};
}

ReferenceEntry variable_entry(std::string_view fact, const FactGroup& group) {
    const std::string name = "sys." + std::string(fact);
    return {
        .kind = ReferenceKind::variable,
        .name = name,
        .title = is_family(name) ? "variables " + name : "$(" + name + ")",
        .summary = std::string(group.summary),
        .notes = {"vow facts shows the values of this host"},
        .example = variable_example(name)};
}

} // namespace

std::vector<ReferenceEntry> fact_entries() {
    std::vector<ReferenceEntry> entries;
    for (const FactGroup& group : fact_groups()) {
        for (const std::string_view name : group.classes) {
            if (name != any_name) entries.push_back(class_entry(name, group));
        }
        for (const std::string_view name : group.values)
            entries.push_back(variable_entry(name, group));
    }
    return entries;
}

} // namespace vow::agent
