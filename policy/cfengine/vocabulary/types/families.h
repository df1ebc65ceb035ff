#pragma once

#include "policy/cfengine/vocabulary/syntax_table.h"

#include <span>

/// The body types and promise types of the language, by the bundles whose promises use them. Each
/// table is sorted by name. find_body_type() and find_promise_type() search them all.
namespace vow::cfengine::type_families {

std::span<const TypeSyntax> agent_bodies();  ///< of agent bundles, except those about files
std::span<const TypeSyntax> common_bodies(); ///< of every bundle
std::span<const TypeSyntax> control_bodies();
std::span<const TypeSyntax> daemon_bodies(); ///< of server, monitor and watch bundles
std::span<const TypeSyntax> edit_bodies();   ///< of edit_line and edit_xml bundles
std::span<const TypeSyntax> file_bodies();   ///< of files and storage promises

std::span<const TypeSyntax> agent_promises();
std::span<const TypeSyntax> common_promises();
std::span<const TypeSyntax> daemon_promises();
std::span<const TypeSyntax> edit_promises();

} // namespace vow::cfengine::type_families
