#pragma once

#include "modules/sdk/cpp/described_module.h"
#include "protocol/description/description.h"

namespace vow::modules {

/// Keeps `storage` promises: whether a volume has sensible content and enough free space, and
/// whether a network file system is mounted. It does not mount any.
class StorageModule : public DescribedModule {
public:
    StorageModule();

private:
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

PromiseTypeDescription storage_type();

} // namespace vow::modules
