#include "modules/storage/listed_mounts.h"

#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/text/lines.h"

#include <algorithm>

namespace vow::modules {
namespace {

/// Whether mount reports that it mounted a file system: "/home : successfully mounted".
bool has_new_mount(const std::string& output) {
    return std::ranges::any_of(lines_of(output), [](std::string_view line) {
        return line.ends_with("successfully mounted");
    });
}

} // namespace

void mount_listed(Record& record, Log& log) {
    if (!record.allows("mount the file systems in the table")) return;
    const ToolRun ran =
        run_tool({.name = "mount", .arguments = {"-a", "-v"}}, record.promise(), log);
    if (has_new_mount(ran.output)) record.repaired("Mounted file systems of the table");
    if (!ran.succeeded) {
        record.failed(text({"Not all file systems of the table can be mounted: ", ran.problem}));
    } else if (!has_new_mount(ran.output)) {
        record.kept("The file systems of the table are mounted");
    }
}

} // namespace vow::modules
