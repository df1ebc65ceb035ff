#pragma once

#include "policy/inmanta/project/project.h"
#include "policy/inmanta/syntax/mistake.h"
#include "policy/inmanta/types/model.h"
#include "policy/run/host_files.h"
#include "policy/run/trusted_reader.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::inmanta {

/// A requirement as it is written: "net >=1.0,<2".
struct WrittenRequirement {
    std::string text;
    Place place;
};

/// The file that describes a module: setup.cfg with a name in its section [metadata] in the newer
/// layout, else module.yml.
struct ModuleMetadata {
    std::string file;
    std::string version;
    std::vector<WrittenRequirement> requirements;
};

/// Reads it from the folder of a module, whose name it must have. nullopt without such a file.
/// `sources` gets its text. Throws ModelError for one that is wrong, and for one that cannot be
/// read.
std::optional<ModuleMetadata> read_metadata(
    const std::string& module, const std::string& folder, HostFiles& host, Sources& sources
);

/// The `requires` of a YAML file: of a project or a module.
std::vector<WrittenRequirement> requirements_in(const SourceText& source);

/// Checks the metadata of all modules that a model has loaded, and that their versions are those
/// that the project and the modules require. `sources` gets the texts. Throws ModelError with all
/// requirements that are not fulfilled.
void check_requirements(
    const Project& project, const Model& model, HostFiles& host, Sources& sources
);

} // namespace vow::inmanta
