#pragma once

#include "agent/command_line/options.h"
#include "policy/run/reference_entry.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// `vow doc`: explains what policies can use by name. Returns the exit status.
int document(const Options& options);

/// All entries, grouped by language, in its order of the table of languages; those of every
/// language come first. Starts the modules that are programs for their descriptions. Throws
/// UsageError for a folder of modules that cannot be read.
std::vector<ReferenceEntry> reference_for(const Options& options);

// The providers of entries, one file each.

/// The classes and variables that the host defines, by the table of facts.
std::vector<ReferenceEntry> fact_entries();

/// A module, and the promise types that it keeps.
struct DocumentedModule {
    ReferenceEntry entry;
    std::vector<PromiseTypeDescription> types = {};
};

/// The bundled modules, and those in the folders that the options name.
std::vector<DocumentedModule> documented_modules(const Options& options);

/// The module at a path. Throws client::ModuleError when it cannot be started.
DocumentedModule documented_module(const std::string& path);

/// Writes the entries as Markdown into an existing folder, one file for a group and a language, and
/// README.md, which lists them. Replaces files of these names. Returns the exit status; throws
/// UsageError when a file cannot be opened.
int write_pages(const std::string& folder, std::span<const ReferenceEntry> all);

} // namespace vow::agent
