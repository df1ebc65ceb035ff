#include "modules/files/file_steps.h"
#include "modules/sdk/cpp/text.h"

namespace vow::modules {

void touch(const NamedFile& file, Record& record) {
    const std::string& path = file.path();
    if (!record.allows(
            field_change(text({"update time stamps for '", path, "'"}), path, "times", "", "now")
        ))
        return;
    const NamedFile target = file.resolved();
    const int error = target.error() != 0 ? target.error() : target.place().touch();
    if (error != 0) {
        record.failed_with(error, text({"Touch '", path, "' failed to update timestamps"}));
        return;
    }
    record.repaired(text({"Touched (updated time stamps) for path '", path, "'"}));
}

void keep_modified(std::int64_t seconds, const NamedFile& file, Record& record) {
    const std::string& path = file.path();
    const NamedFile target = file.resolved();
    const auto status = target.status();
    if (!status) return;
    const std::string time = std::to_string(seconds);
    if (status->st_mtim.tv_sec == seconds)
        return record.kept(text({"'", path, "' was last modified at ", time, " as promised"}));
    if (!record.allows(field_change(
            text({"set the modification time of '", path, "' to ", time}),
            path,
            "times",
            std::to_string(status->st_mtim.tv_sec),
            time
        )))
        return;
    const int error = target.error() != 0
                          ? target.error()
                          : target.place().set_modified({.tv_sec = seconds, .tv_nsec = 0});
    if (error != 0)
        return record.failed_with(
            error, text({"The modification time of '", path, "' cannot be set to ", time})
        );
    record.repaired(text({"Set the modification time of '", path, "' to ", time}));
}

} // namespace vow::modules
