#include "policy/otterscript/loading/rafts.h"

#include "protocol/text/text.h"

namespace vow::otterscript {

Rafts::Rafts(const std::vector<std::string>& settings, const std::string& plan_folder) {
    folders_[""] = plan_folder;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos)
            folders_[""] = setting;
        else
            folders_[lower_case(setting.substr(0, equals))] = setting.substr(equals + 1);
    }
}

const std::string* Rafts::folder(const std::string& raft) const {
    const auto found = folders_.find(lower_case(raft));
    return found == folders_.end() ? nullptr : &found->second;
}

std::optional<std::string> Rafts::find(
    const std::string& raft, const std::string& name, std::string_view suffix, HostFiles& host
) const {
    const std::string* folder_of_raft = folder(raft);
    const bool is_plain = name.find("..") == std::string::npos && !name.starts_with('/');
    if (folder_of_raft == nullptr || !is_plain) return std::nullopt;
    for (const std::string& file : {name, name + std::string(suffix)}) {
        const std::string path = *folder_of_raft + "/" + file;
        const auto status = host.status(path, Symlinks::follow);
        if (status && status->kind == FileKind::regular) return path;
    }
    return std::nullopt;
}

} // namespace vow::otterscript
