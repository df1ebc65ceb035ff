#include "policy/cfengine/loading/load_steps.h"
#include "policy/cfengine/vocabulary/syntax_table.h"

namespace vow::cfengine {
namespace {

void add_default(Section& section, const std::string& attribute, const std::string& key) {
    const TypeSyntax* const type = find_promise_type(section.type);
    for (PromiseStatement& promise : section.promises) {
        if (promise.find(attribute) != nullptr) continue;
        promise.attributes.add(promise_attribute(attribute, {BodyUse{key, {}}, promise.span}, type)
        );
    }
}

} // namespace

void add_default_bodies(Program& program) {
    for (const auto& [key, body] : program.bodies) {
        const std::string ending = "_" + body.type;
        if (body.name_space != "bodydefault" || !body.name.ends_with(ending)) continue;
        const auto type = body.name.substr(0, body.name.size() - ending.size());
        for (Bundle& bundle : program.bundles) {
            for (Section& section : bundle.sections) {
                if (section.type == type) add_default(section, body.type, key);
            }
        }
    }
}

} // namespace vow::cfengine
