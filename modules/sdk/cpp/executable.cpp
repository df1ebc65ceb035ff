#include "modules/sdk/cpp/executable.h"

#include "modules/sdk/cpp/manner.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

bool may_execute(const std::string& path, Record& record) {
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0) {
        record.log(
            LogLevel::error,
            acts_as_reference() ? text({"Proposed executable file '", path, "' doesn't exist"})
                                : text({"The program '", path, "' does not exist"})
        );
        return false;
    }
    if ((status.st_mode & S_IWOTH) != 0) {
        record.log(
            LogLevel::error,
            text({"SECURITY ALERT: promised executable '", path, "' is world writable! "})
        );
        record.log(
            LogLevel::error,
            "SECURITY ALERT: CFEngine will not execute this - requires human inspection"
        );
        return false;
    }
    return S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

int program_error(const std::string& path, ProgramUse use) {
    return access(path.c_str(), use == ProgramUse::read ? R_OK : X_OK) == 0 ? 0 : errno;
}

} // namespace vow::modules
