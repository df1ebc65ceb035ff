#pragma once

#include "agent/machine/fact_group.h"

/// The families of facts, one file each. What names each may define stands in fact_table.cpp.
namespace vow::agent {

void discover_agent(Host& host, const Site& site, FactSheet& found);     ///< who runs, version
void discover_locations(Host& host, const Site& site, FactSheet& found); ///< folders and files
void discover_kernel(Host& host, const Site& site, FactSheet& found);    ///< what uname says

} // namespace vow::agent
