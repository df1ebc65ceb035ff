#include "modules/storage/mount.h"

#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"

#include <optional>
#include <sstream>

namespace vow::modules {

namespace {

/// The source that is mounted on a folder; nullopt if none is.
std::optional<std::string> source_mounted_on(const std::string& path) {
    const auto file = open_regular_file("/proc/self/mounts");
    std::istringstream lines(file ? read_all(*file).value_or("") : "");
    std::optional<std::string> found; // the last mount covers those before it
    std::string line;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string source;
        std::string folder;
        if (words >> source >> folder && folder == path) found = source;
    }
    return found;
}

} // namespace

Mount Mount::from(const Settings& body) {
    return {
        .source = body.text_or("mount_source", ""),
        .server = body.text_or("mount_server", ""),
        .unmount = body.holds("unmount")};
}

void check(const Mount& mount, Record& record) {
    const std::string& path = record.promise().promiser;
    if (mount.source.empty() || mount.server.empty())
        return record.failed("Insufficient specification in mount promise - need source and server"
        );
    const std::string promised = mount.server + ":" + mount.source;
    const auto mounted = source_mounted_on(path);
    if (mount.unmount && mounted != promised)
        return record.kept(text({"Filesystem '", path, "' is not mounted, as promised"}));
    if (mount.unmount) {
        return record.failed(
            text({"Filesystem '", path, "' is mounted; unmounting is not implemented"})
        );
    }
    if (mounted == promised) {
        record.log(
            LogLevel::info, text({"Filesystem '", path, "' seems to be mounted as promised"})
        );
        return record.add(Verdict::kept);
    }
    if (mounted) {
        const std::string words =
            text({"A different file system '", *mounted, "' is mounted on '"});
        record.log(LogLevel::info, text({words, path, "' than what is promised"}));
    }
    record.failed(
        text({"Filesystem '", path, "' is not mounted as promised; mounting is not implemented"})
    );
}

} // namespace vow::modules
