#include "modules/storage/storage_module.h"

#include "modules/storage/listed_mounts.h"
#include "modules/storage/mount_keeper.h"
#include "modules/storage/storage_type.h"
#include "modules/storage/volume.h"

namespace vow::modules {

StorageModule::StorageModule() : DescribedModule(storage_type()) {}

Outcome StorageModule::keep(const Promise& promise, Record& record, Log& log) {
    const Settings settings(promise.attributes);
    if (const auto body = settings.body("mount")) {
        const Mount mount = Mount::from(*body);
        MountKeeper(mount, record, log).keep();
    }
    if (settings.holds("mount_listed")) mount_listed(record, log);
    if (const auto volume = settings.body("volume")) check(Volume::from(*volume), record);
    return {};
}

} // namespace vow::modules
