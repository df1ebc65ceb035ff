#include "policy/cfengine/promises/module_attributes.h"
#include "protocol/data/conversion.h"

#include <string>
#include <utility>
#include <vector>

namespace vow::cfengine {
namespace {

void set_missing(Attributes& attributes, const std::string& name, const std::string& value) {
    if (!value.empty() && attributes.find(name) == nullptr) attributes.set(name, value);
}

bool is_empty(const Data& value) {
    return value.kind() == Data::Kind::array ? value.items().empty() : value.text().empty();
}

/// Adds members that a body does not have, those of an empty value excepted.
void complete_body(
    Attributes& attributes, const std::string& name, std::vector<Data::Member> more
) {
    const AttributeValue* value = attributes.find(name);
    const Data* body = value ? std::get_if<Data>(value) : nullptr;
    if (body == nullptr) return;
    std::vector<Data::Member> members = body->members();
    for (Data::Member& member : more) {
        if (body->find(member.first) == nullptr && !is_empty(member.second))
            members.push_back(std::move(member));
    }
    attributes.set(name, Data::object(std::move(members)));
}

std::string change_log(RunState& run) {
    const Fact* folder = run.world.facts.find("statedir");
    const auto* path = folder ? std::get_if<std::string>(folder) : nullptr;
    return path ? *path + "/file_changes.log" : std::string();
}

} // namespace

void complete_file_attributes(PromiseRound& round, Attributes& attributes) {
    const FileDefaults& defaults = round.run().control.files;
    set_missing(attributes, "directory_mode", defaults.directory_mode);
    set_missing(attributes, "repository", defaults.repository);
    if (!defaults.suspicious_names.empty())
        attributes.set("suspicious_names", defaults.suspicious_names);
    if (attributes.find("copy_from") != nullptr)
        complete_body(
            attributes,
            "copy_from",
            {{"compare", Data::string(defaults.compare)},
             {"single_copy", array_of(defaults.single_copies)},
             {"auto_define", array_of(defaults.auto_define)}}
        );
    if (attributes.find("changes") != nullptr)
        complete_body(
            attributes,
            "changes",
            {{"update_hashes", Data::string(defaults.update_hashes)},
             {"log", Data::string(change_log(round.run()))}}
        );
}

void complete_edit_attributes(PromiseRound& round, Attributes& attributes) {
    if (!round.run().control.files.regions_end_with_file) return;
    complete_body(attributes, "select_region", {{"select_end_match_eof", Data::string("true")}});
}

} // namespace vow::cfengine
