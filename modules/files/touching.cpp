#include "modules/files/touching.h"

#include "modules/sdk/cpp/text.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>

namespace vow::modules {

void touch(const std::string& path, Record& record) {
    if (!record.allows(text({"update time stamps for '", path, "'"}))) return;
    if (utimensat(AT_FDCWD, path.c_str(), nullptr, 0) != 0) {
        record.failed_with(errno, text({"Touch '", path, "' failed to update timestamps"}));
        return;
    }
    record.repaired(text({"Touched (updated time stamps) for path '", path, "'"}));
}

} // namespace vow::modules
