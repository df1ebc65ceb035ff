#pragma once

#include "modules/sdk/cpp/described_module.h"
#include "protocol/description/description.h"

namespace vow::modules {

/// Keeps `archives` promises: archives of folders, and folders that hold the files of an archive.
class ArchivesModule : public DescribedModule {
public:
    ArchivesModule();

private:
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

/// Keeps `archive` promises: the same from the folder's side.
class ArchiveModule : public DescribedModule {
public:
    ArchiveModule();

private:
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

PromiseTypeDescription archives_type();
PromiseTypeDescription archive_type();

} // namespace vow::modules
