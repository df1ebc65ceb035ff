#pragma once

#include "modules/files/copy_history.h"
#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/durability.h"

namespace vow::modules {

/// Keeps `files` promises: existence, content and permissions of one file, or of the files in a
/// tree. Edits are made elsewhere; it saves the edited text (README.md, "edited").
class FilesModule : public DescribedModule {
public:
    FilesModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;

    SyncedFolders synced_; ///< where promises were repaired
    CopyHistory copies_;
};

} // namespace vow::modules
