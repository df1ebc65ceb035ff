#include "agent/keepers/served_modules.h"
#include "agent/module/command.h"
#include "agent/reference/reference.h"
#include "agent/run/catalogue.h"
#include "modules/bundled.h"
#include "protocol/client/module_error.h"

#include <algorithm>
#include <filesystem>

namespace vow::agent {
namespace {

/// The attributes of a single type are parts of the module.
ReferenceEntry entry_of_module(const std::string& name, const Description& description) {
    const bool has_one_type = description.promise_types.size() == 1;
    ReferenceEntry entry = has_one_type ? entry_of(description.promise_types.front())
                                        : ReferenceEntry{.kind = ReferenceKind::module};
    entry.kind = ReferenceKind::module;
    entry.name = name;
    entry.title = "module " + name;
    if (!description.summary.empty()) entry.summary = description.summary;
    for (const PromiseTypeDescription& type : description.promise_types)
        entry.notes.push_back("it keeps promises of type " + type.name);
    return entry;
}

DocumentedModule
documented_as(const std::string& name, const Description& description, const std::string& summary) {
    DocumentedModule module{.entry = entry_of_module(name, description)};
    if (module.entry.summary.empty()) module.entry.summary = summary;
    module.types = description.promise_types;
    for (PromiseTypeDescription& type : module.types) {
        if (type.summary.empty()) type.summary = module.entry.summary;
    }
    return module;
}

DocumentedModule
not_described(const std::string& name, const std::string& summary, const std::string& why) {
    return {
        .entry = {
            .kind = ReferenceKind::module,
            .name = name,
            .title = "module " + name,
            .summary = summary,
            .notes = {why}}};
}

/// A program that was found need not work: the reference names the reason then.
DocumentedModule
described_by_itself(const std::string& name, const std::string& path, const std::string& summary) {
    ModuleOptions options;
    options.module = path;
    try {
        const auto answer = self_description_of(options);
        if (const auto* why = std::get_if<std::string>(&answer))
            return not_described(name, summary, *why);
        return documented_as(name, std::get<SelfDescription>(answer).description, summary);
    } catch (const client::ModuleError& error) {
        return not_described(name, summary, error.what());
    }
}

DocumentedModule documented_bundled(const modules::BundledModule& bundled) {
    const std::string name(bundled.name);
    const std::string summary(bundled.summary);
    if (bundled.make == nullptr) {
        if (program_words(bundled).empty())
            return not_described(name, summary, absence_of_program(bundled));
        return described_by_itself(name, name, summary);
    }
    const auto description = bundled.make()->description();
    return documented_as(name, description.value_or(Description()), summary);
}

} // namespace

std::vector<DocumentedModule> documented_modules(const Options& options) {
    std::vector<DocumentedModule> all;
    for (const modules::BundledModule& bundled : modules::bundled_modules())
        all.push_back(documented_bundled(bundled));
    const KnownTypes known = known_types(options, Trust::of_process());
    for (const PromiseType& type : known.catalogue.types()) {
        if (modules::find_bundled_module(type.name) == nullptr)
            all.push_back(described_by_itself(type.name, type.path, ""));
    }
    return all;
}

DocumentedModule documented_module(const std::string& path) {
    ModuleOptions options;
    options.module = path;
    const auto answer = self_description_of(options);
    if (const auto* why = std::get_if<std::string>(&answer)) return not_described(path, "", *why);
    const auto& [name, description] = std::get<SelfDescription>(answer);
    return documented_as(name, description, "");
}

} // namespace vow::agent
