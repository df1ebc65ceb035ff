#pragma once

#include "policy/cfengine/vocabulary/syntax_table.h"
#include "policy/run/reference_entry.h"

#include <string>
#include <vector>

namespace vow::cfengine {

/// Whether the library that is built in belongs to the language, which the reference's agent lacks.
enum class LibraryPart { included, left_out };

/// The promise types, bundles, bodies, functions and variables of the language, from its tables.
/// `types` are those of modules.
std::vector<ReferenceEntry> reference_entries(const TypeDescriptions& types, LibraryPart library);

// The parts, one file each.

std::vector<ReferenceEntry> type_entries(const TypeDescriptions& types);
std::vector<ReferenceEntry> body_entries(const TypeDescriptions& types, LibraryPart library);
std::vector<ReferenceEntry> definition_entries();
std::vector<ReferenceEntry> variable_entries();

/// The values that an attribute takes: "true or false", "one of fix, warn", "body perms".
std::string value_text(const AttributeSyntax& attribute);

} // namespace vow::cfengine
