#include "protocol/client/recording.h"

#include "protocol/wire/masked_line.h"

#include <algorithm>
#include <filesystem>

namespace vow::client {
namespace {

namespace fs = std::filesystem;

} // namespace

Recording::Recording(const std::string& folder, const std::string& module, int process)
    : is_wanted_(!folder.empty()) {
    if (!is_wanted_) return;
    std::error_code error;
    fs::create_directories(folder, error);
    const fs::path path = fs::path(folder) / (fs::path(module).filename().string() + "." +
                                              std::to_string(process) + ".record");
    file_.open(path, std::ios::binary);
    fs::permissions(path, fs::perms(0700), error);
    if (file_) file_ << first_line << '\n' << std::flush;
}

void Recording::agent_said(std::string_view message, const Secrets& secrets) {
    if (!file_.is_open()) return;
    while (!message.empty()) {
        const std::size_t end = std::min(message.find('\n'), message.size());
        write('>', wire::masked_line(message.substr(0, end), secrets));
        message.remove_prefix(std::min(end + 1, message.size()));
    }
    file_.flush(); // so that a killed agent still leaves a record
}

void Recording::module_said(std::string_view line, const Secrets& secrets) {
    if (file_.is_open()) write('<', wire::masked_line(line, secrets));
}

void Recording::write(char mark, std::string_view line) {
    file_ << mark << (line.empty() ? "" : " ") << line << '\n';
}

} // namespace vow::client
