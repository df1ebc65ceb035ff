#include "protocol/client/recording.h"

#include "protocol/system/place.h"
#include "protocol/wire/masked_line.h"

#include <algorithm>

namespace vow::client {
namespace {

constexpr std::size_t max_pending = 1 << 16;

} // namespace

Recording::Recording(
    const std::string& folder, const std::string& module, int process, const Secrets* others
)
    : is_wanted_(!folder.empty()),
      others_(others) {
    if (!is_wanted_) return;
    const std::string leaf = module.substr(module.find_last_of('/') + 1);
    if (make_folders(folder, 0700) != 0) return;
    const auto place = Place::at(folder + "/" + leaf + "." + std::to_string(process) + ".record");
    if (!place) return;
    auto file = place->open_output(Place::Writing::over, 0700);
    if (!file) return;
    file_ = std::move(*file);
    pending_.append(first_line) += '\n';
    flush();
}

void Recording::add_request(std::string_view message, const Secrets& secrets) {
    if (!file_) return;
    while (!message.empty()) {
        const std::size_t end = std::min(message.find('\n'), message.size());
        write('>', wire::masked_line(message.substr(0, end), secrets));
        message.remove_prefix(std::min(end + 1, message.size()));
    }
    flush(); // so that a killed agent still leaves a record
}

void Recording::add_module_line(std::string_view line, const Secrets& secrets) {
    if (file_) write('<', wire::masked_line(line, secrets));
}

void Recording::write(char mark, std::string_view line) {
    pending_ += mark;
    if (!line.empty()) {
        pending_ += ' ';
        if (others_ == nullptr)
            pending_ += line;
        else
            pending_ += others_->masked(line);
    }
    pending_ += '\n';
    if (pending_.size() > max_pending) flush();
}

void Recording::flush() {
    if (!write_all(file_, pending_)) file_.close();
    pending_.clear();
}

} // namespace vow::client
