#pragma once

#include "agent/machine/fact_group.h"

/// The families of facts, one file for each subject. fact_table.cpp lists the names that each may
/// define.
namespace vow::agent {

void discover_agent(Host& host, const Site& site, FactSheet& found);     ///< program and version
void discover_locations(Host& host, const Site& site, FactSheet& found); ///< folders and files
/// The host's policy server, and whether this host is one.
void discover_bootstrap(Host& host, const Site& site, FactSheet& found);
void discover_key(Host& host, const Site& site, FactSheet& found);    ///< the host's public key
void discover_kernel(Host& host, const Site& site, FactSheet& found); ///< the results of uname
void discover_clock(Host& host, const Site& site, FactSheet& found);
void discover_release(Host& host, const Site& site, FactSheet& found); ///< distribution, version
void discover_init(Host& host, const Site& site, FactSheet& found);    ///< process 1
void discover_processors(Host& host, const Site& site, FactSheet& found);
void discover_account(Host& host, const Site& site, FactSheet& found); ///< of the user that runs it
void discover_interfaces(Host& host, const Site& site, FactSheet& found);
void discover_inet6(Host& host, const Site& site, FactSheet& found);
void discover_routes(Host& host, const Site& site, FactSheet& found);
void discover_traffic(Host& host, const Site& site, FactSheet& found);
/// The host's names as far as the machine knows them by itself.
void discover_own_name(Host& host, const Site& site, FactSheet& found);
/// The same, with the network's help if needed.
void discover_qualified_name(Host& host, const Site& site, FactSheet& found);

} // namespace vow::agent
