#include "policy/otterscript/operations/file_properties.h"

namespace vow::otterscript {

std::optional<Data> permissions(const OperationRun& run) {
    std::vector<Data::Member> members;
    if (run.has("FileMode"))
        members.emplace_back("mode", Data::string(run.text("FileMode")));
    else if (run.has("ReadOnly"))
        members.emplace_back("mode", Data::string(run.boolean("ReadOnly", false) ? "a-w" : "u+w"));
    if (run.has("Owner"))
        members.emplace_back("owners", Data::array({Data::string(run.text("Owner"))}));
    if (run.has("Group"))
        members.emplace_back("groups", Data::array({Data::string(run.text("Group"))}));
    if (members.empty()) return std::nullopt;
    members.emplace_back("rxdirs", Data::string("false"));
    return Data::object(std::move(members));
}

bool is_there(OperationRun& run, const std::string& path) {
    return static_cast<bool>(run.host().status(path, Symlinks::as_they_are));
}

} // namespace vow::otterscript
