#pragma once

#include "modules/files/named_file.h"
#include "protocol/promise/record.h"

namespace vow::modules {

/// Moves a backup to the folder that the promise names as its `repository`, under its whole path as
/// a name: "/etc/motd.cfsaved" becomes "_etc_motd_cfsaved". Without a repository it stays.
void archive(const NamedFile& backup, Record& record);

} // namespace vow::modules
