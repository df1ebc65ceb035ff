#pragma once

#include "policy/inmanta/project/project.h"
#include "policy/inmanta/types/model.h"
#include "policy/run/source_reader.h"

namespace vow::inmanta {

/// Checks the metadata of all modules that a model has loaded, and that their versions are those
/// that the project and the modules require. `sources` gets the texts. Throws ModelError with all
/// requirements that are not fulfilled.
void check_requirements(
    const Project& project, const Model& model, HostFiles& host, Sources& sources
);

} // namespace vow::inmanta
