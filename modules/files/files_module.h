#pragma once

#include "modules/sdk/cpp/described_module.h"

namespace vow::modules {

/// Keeps `files` promises: existence, content and permissions of one file, or of the files in a
/// tree. Editing is not its business: it is given the edited text (see README.md, "edited").
class FilesModule : public DescribedModule {
public:
    FilesModule();

private:
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace vow::modules
