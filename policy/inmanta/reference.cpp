#include "policy/inmanta/reference.h"

#include "policy/inmanta/export/promise_entities.h"
#include "policy/inmanta/functions/native_plugins.h"
#include "policy/inmanta/project/bundled_models.h"
#include "policy/inmanta/syntax/parser.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::inmanta {
namespace {

/// A definition or statement, by the word that begins it.
struct WrittenForm {
    std::string_view word;
    std::string_view help;
    std::string_view example;
};

// clang-format off: rows of model text
constexpr std::array forms = {
    WrittenForm{"entity", "a type of instances, with their attributes", R"(entity Shop:
    string name
    int port = 80
end

implement Shop using std::none)"},
    WrittenForm{"for", "statements for each item of a list", R"(for name in ["ada", "alan"]:
    std::print(name)
end)"},
    WrittenForm{"if", "statements under a condition; elif and else are others", R"(if 1 < 2:
    std::print("less")
else:
    std::print("more")
end)"},
    WrittenForm{
        "implement",
        "chooses the implementations of an entity, also under a condition (when)",
        R"(entity Page:
    string path
end

implement Page using std::none)"},
    WrittenForm{"implementation", "statements for each instance of an entity", R"(entity Page:
    string path
end

implementation show for Page:
    std::print(self.path)
end

implement Page using show)"},
    WrittenForm{"import", "makes the names of a module known", R"(import std

std::print("hello"))"},
    WrittenForm{
        "index",
        "attributes that name an instance together: equal ones are one instance",
        R"(entity Page:
    string path
end

index Page(path)
implement Page using std::none)"},
    WrittenForm{"relation", "joins two entities: how many instances each side has", R"(entity Shop:
end

entity Page:
end

Shop.pages [0:] -- Page.shop [1]
implement Shop using std::none
implement Page using std::none)"},
    WrittenForm{
        "typedef",
        "a type with a condition that its values fulfil",
        R"(typedef tcp_port as int matching self > 0 and self < 65536)"},
};
// clang-format on

ReferenceEntry entry_of(const WrittenForm& form) {
    return {
        .kind = ReferenceKind::statement,
        .name = std::string(form.word),
        .title = "statement " + std::string(form.word),
        .summary = std::string(form.help),
        .example = std::string(form.example)};
}

/// "string", "string[]", "int?"
std::string text_of_type(const WrittenType& type) {
    return type.name.text + (type.is_list ? "[]" : "") + (type.is_nullable ? "?" : "");
}

std::string text_of_multiplicity(const Multiplicity& multiplicity) {
    const std::string low = std::to_string(multiplicity.low);
    if (!multiplicity.high) return "[" + low + ":]";
    if (*multiplicity.high == multiplicity.low) return "[" + low + "]";
    return "[" + low + ":" + std::to_string(*multiplicity.high) + "]";
}

/// The definitions of a model that is built in.
class ModelReader {
public:
    /// `file` is that of bundled_models.h, `space` "std::".
    ModelReader(std::string_view file, std::string space)
        : space_(std::move(space)),
          source_(std::string(file), TrustedText::given(std::string(embedded_file(file)))) {
        Diagnostics diagnostics;
        file_ = parse_file(source_, diagnostics);
    }

    std::vector<ReferenceEntry> entries() const {
        std::vector<ReferenceEntry> entries;
        for (const Definition& definition : file_.definitions) {
            if (const auto* entity = definition.as<EntityDefinition>())
                entries.push_back(entry_of(*entity));
            if (const auto* type = definition.as<TypeDefinition>())
                entries.push_back(entry_of(*type));
        }
        return entries;
    }

private:
    ReferenceEntry entry_of(const TypeDefinition& type) const {
        const std::string name = space_ + type.name.text;
        return {
            .kind = ReferenceKind::type,
            .name = name,
            .title = "typedef " + name + " as " + type.base.text};
    }

    ReferenceEntry entry_of(const EntityDefinition& entity) const {
        ReferenceEntry entry{
            .kind = ReferenceKind::entity,
            .name = space_ + entity.name.text,
            .title = "entity " + space_ + entity.name.text};
        std::vector<std::string> parents;
        for (const WrittenName& parent : entity.parents)
            parents.push_back(parent.text);
        if (!parents.empty()) entry.title += " extends " + joined(parents, ", ");
        for (const AttributeDefinition& attribute : entity.attributes) {
            const bool has_default = attribute.value != nullptr;
            entry.parts.push_back(
                {.name = attribute.name.text,
                 .value = text_of_type(attribute.type) +
                          (has_default ? ", default " + text_of(*attribute.value) : "")}
            );
        }
        add_relations(entry, entity.name.text);
        return entry;
    }

    /// A side of a relation is an attribute of the other side's entity.
    void add_relations(ReferenceEntry& entry, const std::string& entity) const {
        for (const Definition& definition : file_.definitions) {
            const auto* relation = definition.as<RelationDefinition>();
            if (relation == nullptr) continue;
            add_side(entry, entity, relation->left, relation->right);
            add_side(entry, entity, relation->right, relation->left);
        }
    }

    static void add_side(
        ReferenceEntry& entry,
        const std::string& entity,
        const RelationDefinition::Side& own,
        const RelationDefinition::Side& other
    ) {
        if (own.entity.text != entity || other.attribute.text.empty()) return;
        entry.parts.push_back(
            {.name = other.attribute.text,
             .value = other.entity.text + " " + text_of_multiplicity(other.multiplicity)}
        );
    }

    std::string space_;
    SourceText source_; ///< which the definitions refer to
    File file_;
};

std::string kind_word(const Parameter& parameter) {
    std::string word = parameter.type.type == nullptr ? "any" : text_of(parameter.type);
    switch (parameter.kind) {
    case Parameter::Kind::plain: return word;
    case Parameter::Kind::named: return word + ", by its name alone";
    case Parameter::Kind::rest: return word + ", any number";
    case Parameter::Kind::named_rest: return word + ", any number, by their names";
    }
    return word;
}

FunctionDescription description_of(const std::string& name, const Plugin& plugin) {
    FunctionDescription described{
        .name = name,
        .parameters = {},
        .required = 0,
        .arity = FunctionDescription::Arity::fixed,
        .returns = plugin.returns.type == nullptr ? "any" : text_of(plugin.returns),
        .help = ""};
    for (const Parameter& parameter : plugin.parameters) {
        const bool is_required = !parameter.standard;
        described.parameters.push_back({parameter.name, kind_word(parameter), ""});
        described.required += is_required ? 1 : 0;
    }
    return described;
}

ReferenceEntry entry_of_promises(const PromiseTypeDescription& type) {
    const std::string name = "vow::" + entity_name(type.name);
    return {
        .kind = ReferenceKind::entity,
        .name = name,
        .title = "entity " + name + " extends std::Resource",
        .summary = type.summary,
        .notes = {
            "after import vow; its attributes are those of promises of type " + type.name +
            ": vow doc module:" + type.name}};
}

} // namespace

std::vector<FunctionDescription> plugin_descriptions() {
    const NativePlugins plugins;
    std::vector<std::string> names = plugins.names();
    std::ranges::sort(names);
    std::vector<FunctionDescription> all;
    all.reserve(names.size());
    for (const std::string& name : names)
        all.push_back(description_of(name, *plugins.find(name)));
    return all;
}

std::vector<ReferenceEntry> reference_entries(const TypeDescriptions& types) {
    std::vector<ReferenceEntry> all;
    for (const WrittenForm& form : forms)
        all.push_back(entry_of(form));
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> models = {
        {{"std/_init.cf", "std::"},
         {"std/testing.cf", "std::testing::"},
         {"exec/_init.cf", "exec::"},
         {"fs/_init.cf", "fs::"}}};
    for (const auto& [file, space] : models) {
        auto entries = ModelReader(file, std::string(space)).entries();
        std::ranges::move(entries, std::back_inserter(all));
    }
    for (const auto& [name, type] : types)
        all.push_back(entry_of_promises(type));
    for (const FunctionDescription& plugin : plugin_descriptions())
        all.push_back(vow::entry_of(plugin));
    return all;
}

} // namespace vow::inmanta
