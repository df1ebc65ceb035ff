#pragma once

#include "agent/reference/lookup.h"
#include "policy/run/reference_entry.h"

#include <span>
#include <string>

namespace vow::agent {

/// Whether all of an entry is shown, or its summary and where to read the rest.
enum class Detail { whole, brief };

/// An entry for a terminal: its title, summary, parts, notes and example.
std::string text_of(const ReferenceEntry& entry, Detail detail);

/// "type cron [any]  jobs that cron runs": a line of a list.
std::string line_of(const ReferenceEntry& entry);
std::string line_of(const FoundPart& attribute);

/// Attributes for a terminal; equal ones of several owners are merged.
std::string text_of(std::span<const FoundPart> attributes);

/// For programs: {"entries": [...], "attributes": [...]}
Data data_of(const Found& found);

/// The numbers of entries by language and kind.
std::string overview_of(std::span<const ReferenceEntry> all);

} // namespace vow::agent
