#include "modules/files/touching.h"

#include "modules/sdk/cpp/text.h"

namespace vow::modules {

void touch(const NamedFile& file, Record& record) {
    const std::string& path = file.path();
    if (!record.allows(text({"update time stamps for '", path, "'"}))) return;
    const NamedFile target = file.resolved();
    const int error = target.error() != 0 ? target.error() : target.place().touch();
    if (error != 0) {
        record.failed_with(error, text({"Touch '", path, "' failed to update timestamps"}));
        return;
    }
    record.repaired(text({"Touched (updated time stamps) for path '", path, "'"}));
}

} // namespace vow::modules
