#include "modules/archives/archives_module.h"

#include "modules/archives/archive_settings.h"
#include "modules/archives/archives_type.h"
#include "modules/archives/packing.h"
#include "modules/archives/unpacking.h"

namespace vow::modules {

ArchivesModule::ArchivesModule() : DescribedModule(archives_type()) {}

Outcome ArchivesModule::keep(const Promise& promise, Record& record, Log& log) {
    const ArchiveSettings settings(promise);
    if (settings.from.empty()) {
        unpack(settings, record, log);
    } else {
        pack(settings, record, log);
    }
    return {};
}

ArchiveModule::ArchiveModule() : DescribedModule(archive_type()) {}

Outcome ArchiveModule::keep(const Promise& promise, Record& record, Log& log) {
    unpack(ArchiveSettings::of_folder(promise), record, log);
    return {};
}

} // namespace vow::modules
