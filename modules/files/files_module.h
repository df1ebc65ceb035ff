#pragma once

#include "modules/files/copied_file.h"
#include "modules/files/edited_text.h"
#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/durability.h"
#include "protocol/description/description.h"

#include <string>
#include <vector>

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
    RotatedBackups rotated_;
};

/// The description of `files` promises.
PromiseTypeDescription files_type();

/// The pattern of the modes that mode_change_from() reads: "644", "u+rw,go=r".
std::string mode_pattern();

/// The attributes of `files` promises that are bodies, with their own attributes.
std::vector<AttributeDescription> file_bodies();

} // namespace vow::modules
