#include "modules/storage/mount_keeper.h"

#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "modules/storage/mount.h"
#include "protocol/system/place.h"
#include "protocol/text/text.h"

#include <cerrno>

namespace vow::modules {
namespace {

constexpr mode_t folder_mode = 0700;
constexpr mode_t table_mode = 0644;

std::string text_of_mounts(const std::string& path) {
    const auto file = open_regular_file(path);
    return file ? read_all(*file).value_or("") : "";
}

/// The last line that is not a remark on the one before: those are indented, as "dmesg(1) may have
/// more information".
std::string reason_of(const ToolRun& ran) {
    std::string reason = ran.problem;
    if (ran.output.empty() || !ran.output.ends_with(ran.problem)) return reason;
    for (const std::string_view line : filled_lines_of(ran.output)) {
        if (line.front() != ' ' && line.front() != '\t') reason = line;
    }
    return reason;
}

} // namespace

void MountKeeper::keep() {
    if (mount_.source.empty() || mount_.server.empty()) {
        return record_.failed("Insufficient specification in mount promise - need source and server"
        );
    }
    const auto mounted = device_mounted_on(path_, text_of_mounts(files_.mounts));
    if (mount_.unmount)
        keep_unmounted(mounted);
    else
        keep_mounted(mounted);
    const bool has_failed =
        record_.verdicts().worst() >= Verdict::not_kept && !record_.has_only_warned();
    const bool fails_at_boot = has_failed && !mount_.unmount;
    if (mount_.edit_table && !fails_at_boot) keep_table();
}

// --- mounted ---

void MountKeeper::keep_mounted(const std::optional<std::string>& mounted) {
    if (mounted == mount_.device()) {
        record_.log(
            LogLevel::info, text({"Filesystem '", path_, "' seems to be mounted as promised"})
        );
        record_.add(Verdict::kept);
    } else {
        if (mounted) {
            const std::string words =
                text({"A different file system '", *mounted, "' is mounted on '"});
            record_.log(LogLevel::info, text({words, path_, "' than what is promised"}));
        }
        mount();
    }
}

void MountKeeper::mount() {
    if (!record_.allows(text({"mount '", mount_.device(), "' on '", path_, "'"}))) return;
    if (!make_folder() || !may_use(path_)) return;
    const ToolRun ran = run_tool(
        {.name = "mount",
         .arguments = {"-t", mount_.type, "-o", mount_.options, "--", mount_.device(), path_}},
        record_.promise(),
        log_
    );
    if (ran.succeeded) return record_.repaired(text({"Mounting '", path_, "' to keep promise"}));
    record_.failed(
        text({"'", mount_.device(), "' cannot be mounted on '", path_, "': ", reason_of(ran)})
    );
}

bool MountKeeper::make_folder() {
    const int error = make_folders(path_, folder_mode);
    if (error == 0 || error == EEXIST) return true;
    record_.failed_with(
        error, text({"The folder '", path_, "' cannot be created: ", system_message(error)})
    );
    return false;
}

bool MountKeeper::may_use(const std::string& folder) {
    const auto objection = log_.trust().objection_to(folder);
    if (objection) record_.failed(text({"'", folder, "' is not trusted: ", *objection}));
    return !objection;
}

// --- not mounted ---

void MountKeeper::keep_unmounted(const std::optional<std::string>& mounted) {
    if (mounted == mount_.device())
        unmount();
    else
        record_.kept(text({"Filesystem '", path_, "' is not mounted, as promised"}));
}

void MountKeeper::unmount() {
    if (!record_.allows(text({"unmount '", path_, "'"}))) return;
    if (!may_use(folder_of(path_))) return; // the root of what is mounted may belong to anybody
    const ToolRun ran =
        run_tool({.name = "umount", .arguments = {"--", path_}}, record_.promise(), log_);
    if (ran.succeeded) return record_.repaired(text({"Unmounting '", path_, "' to keep promise"}));
    record_.failed(text({"'", path_, "' cannot be unmounted: ", reason_of(ran)}));
}

// --- the table of file systems ---

void MountKeeper::keep_table() {
    const auto file = TextFile::open(files_.table);
    if (!file) return fail("be read", file.error());
    FileSystemTable table(file->text() ? *file->text() : "");
    if (table.has(path_) != mount_.unmount) return;
    const std::string place = text({"' on '", path_, "' in '", files_.table, "'"});
    const std::string_view verb = mount_.unmount ? "remove" : "add";
    if (!record_.allows(text({verb, " file system '", mount_.device(), place}))) return;
    if (mount_.unmount)
        table.remove(path_);
    else
        table.add(mount_, path_);
    if (const int error = file->write(table.text(), table_mode); error != 0)
        return fail("be written", error);
    record_.repaired(
        mount_.unmount
            ? text({"Deleting file system mounted on '", mount_.server, "'"})
            : text({"Adding file system '", mount_.device(), "' to '", files_.table, "'"})
    );
}

void MountKeeper::fail(std::string_view action, int error) {
    record_.failed_with(
        error, text({"'", files_.table, "' cannot ", action, ": ", system_message(error)})
    );
}

} // namespace vow::modules
