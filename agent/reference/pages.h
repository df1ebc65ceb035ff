#pragma once

#include "policy/run/reference_entry.h"

#include <span>
#include <string>

namespace vow::agent {

/// Writes the entries as Markdown into an existing folder, one file for a group and a language, and
/// README.md, which lists them. Replaces files of these names. Returns the exit status; throws
/// UsageError when a file cannot be opened.
int write_pages(const std::string& folder, std::span<const ReferenceEntry> all);

} // namespace vow::agent
