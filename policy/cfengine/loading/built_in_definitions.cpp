#include "policy/cfengine/library/library.h"
#include "policy/cfengine/loading/load_steps.h"
#include "policy/cfengine/program/compile.h"
#include "policy/cfengine/syntax/parser.h"

#include <set>
#include <utility>

namespace vow::cfengine {
namespace {

/// The type and the name of a body or bundle of the default namespace.
using Wanted = std::pair<std::string, std::string>;

/// Finds the bodies and bundles that a program uses and does not define.
class Search {
public:
    explicit Search(const Program& program) : program_(program) {}

    std::set<Wanted> run() {
        for (const Bundle& bundle : program_.bundles)
            for (const Section& section : bundle.sections)
                for (const PromiseStatement& promise : section.promises)
                    for (const AttributeStatement& attribute : promise.attributes)
                        look_at(attribute, bundle.name_space);
        for (const auto& [key, body] : program_.bodies)
            look_at(body);
        return std::move(wanted_);
    }

private:
    void look_at(const Body& body) {
        if (body.parent) want_body(body.parent->key);
        for (const BodyClause& clause : body.clauses)
            look_at(clause.attribute, body.name_space);
    }

    void look_at(const AttributeStatement& attribute, std::string_view name_space) {
        if (const auto* body = boxed_if<BodyUse>(attribute.value.node)) {
            want_body(body->key);
        } else if (const auto* bundle = boxed_if<BundleUse>(attribute.value.node)) {
            const bool is_edit = attribute.name == "edit_line" || attribute.name == "edit_xml";
            want_bundle(is_edit ? attribute.name : "agent", bundle->name.literal(), name_space);
        }
    }

    /// `key` is "TYPE NAMESPACE:NAME".
    void want_body(const std::string& key) {
        static constexpr std::string_view in_default = " default:";
        const std::size_t place = key.find(in_default);
        if (place == key.npos || program_.find_body(key) != nullptr) return;
        wanted_.emplace(key.substr(0, place), key.substr(place + in_default.size()));
    }

    void want_bundle(std::string_view type, std::string_view name, std::string_view name_space) {
        static constexpr std::string_view in_default = "default:";
        if (program_.find_bundle(type, name, name_space) != nullptr) return;
        if (name.starts_with(in_default))
            name.remove_prefix(in_default.size());
        else if (name_space != "default")
            return;
        wanted_.emplace(type, name);
    }

    const Program& program_;
    std::set<Wanted> wanted_;
};

} // namespace

std::vector<ast::File>
add_built_in_definitions(Program& program, Sources& sources, Diagnostics& diagnostics) {
    std::vector<ast::File> added;
    std::set<Wanted> known;
    std::optional<Library> library;
    for (std::size_t before = 0;; before = added.size()) {
        for (const Wanted& wanted : Search(program).run()) {
            if (!known.insert(wanted).second) continue;
            if (!library) library.emplace();
            const auto definition = library->find(wanted.first, wanted.second);
            if (!definition) continue;
            sources.push_back(std::make_unique<SourceText>(
                "built in, " + wanted.first + " " + wanted.second,
                TrustedText::given(std::string(definition->text))
            ));
            added.push_back(parse(*sources.back(), diagnostics));
            compile(added.back(), FileRole::input, program);
        }
        if (added.size() == before) return added; // these may use others
    }
}

} // namespace vow::cfengine
