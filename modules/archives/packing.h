#pragma once

#include "modules/archives/archive_settings.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

namespace vow::modules {

/// Makes the archive of a folder, if its bytes differ from those that are there. Links and other
/// special files are not read; an archive that is incomplete never has the name.
void pack(const ArchiveSettings& settings, Record& record, const Log& log);

/// Extracts the files of an archive that differ from those that are there. The whole archive is
/// read first: one that is damaged or beyond a limit changes nothing.
void unpack(const ArchiveSettings& settings, Record& record, const Log& log);

} // namespace vow::modules
