#include "policy/inmanta/project/requirement_check.h"

#include "policy/inmanta/project/module_version.h"
#include "policy/inmanta/project/project.h"
#include "policy/run/trusted_reader.h"

#include <map>

namespace vow::inmanta {
namespace {

constexpr DiagnosticKind module_version_error{"module-version", "{}"};

using Modules = std::map<std::string, ModuleMetadata>;

Modules metadata_of(const Project& project, const Model& model, HostFiles& host, Sources& sources) {
    Modules modules;
    for (const auto& space : model.namespaces) {
        const std::string& name = space->name;
        if (name == "std" || name.find("::") != std::string::npos) continue;
        const auto folder = module_folder(project, host, name);
        if (!folder) continue;
        if (auto metadata = read_metadata(name, *folder, host, sources))
            modules.emplace(name, *std::move(metadata));
    }
    return modules;
}

Mistake unfulfilled(const WrittenRequirement& written, std::string words, std::string hint) {
    return {
        .kind = &module_version_error,
        .words = "requirement '" + written.text + "' " + std::move(words),
        .place = written.place,
        .place_use = Mistake::PlaceUse::not_appended,
        .hint = std::move(hint)};
}

void check(
    const std::vector<WrittenRequirement>& requirements,
    const Modules& modules,
    std::vector<Mistake>& mistakes
) {
    for (const WrittenRequirement& written : requirements) {
        const auto requirement = requirement_from(written.text);
        if (!requirement) {
            mistakes.push_back(unfulfilled(
                written, "cannot be read", "write a name and versions, as in net >=1.0,<2"
            ));
            continue;
        }
        const auto found = modules.find(requirement->module);
        const auto version =
            found != modules.end() ? version_from(found->second.version) : std::nullopt;
        if (!version || requirement->admits(*version)) continue;
        mistakes.push_back(unfulfilled(
            written,
            "is not fulfilled: the module " + requirement->module + " has version " +
                found->second.version + " (" + found->second.file + ")",
            "nothing is downloaded: put another version on the module path, or change the "
            "requirement"
        ));
    }
}

} // namespace

void check_requirements(
    const Project& project, const Model& model, HostFiles& host, Sources& sources
) {
    const Modules modules = metadata_of(project, model, host, sources);
    std::vector<Mistake> mistakes;
    const std::string path = joined_path(project.folder, "project.yml");
    if (auto text = read_trusted(host, path)) {
        const SourceText& source =
            *sources.emplace_back(std::make_unique<SourceText>(path, *std::move(text.value)));
        check(requirements_in(source), modules, mistakes);
    }
    for (const auto& [name, metadata] : modules)
        check(metadata.requirements, modules, mistakes);
    if (!mistakes.empty()) throw ModelError(std::move(mistakes));
}

} // namespace vow::inmanta
