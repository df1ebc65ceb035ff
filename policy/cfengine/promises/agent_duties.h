#pragma once

#include "policy/cfengine/run/run_state.h"

namespace vow::cfengine {

/// `allclassesreport`: writes the global classes at the end of a run, one a line, to
/// STATEDIR/allclasses.txt.
void report_classes(RunState& run);

/// `mountfilesystems`: mounts the file systems of the table of the host that are not mounted, after
/// the storage promises of a bundle in each pass. A dry run mounts nothing.
void mount_listed_file_systems(RunState& run);

} // namespace vow::cfengine
