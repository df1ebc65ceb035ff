#pragma once

#include "policy/run/host.h"
#include "policy/run/language.h"
#include "protocol/description/secrets.h"

#include <string>

namespace vow::agent {

// Files that the command line requests of a policy, "-" for standard output. Both functions throw
// UsageError if the policy has no such form, or the file cannot be written.

/// --export: the resources of a policy as JSON.
void write_export(const Policy& policy, const std::string& path, const Secrets& secrets);

/// --graph: the resources and their requirements, drawn by Graphviz; as text for it if the name
/// ends in .dot or .gv.
void write_graph(const Policy& policy, const std::string& path, const Secrets& secrets, Host& host);

} // namespace vow::agent
