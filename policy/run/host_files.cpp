#include "policy/run/host_files.h"

namespace vow {

Answer<std::string> within(std::size_t most, Answer<std::string> text) {
    if (!text || text->size() <= most) return text;
    return {.why_not = "it is larger than " + std::to_string(most >> 20U) + " MiB"};
}

Answer<std::string> read_whole_file(HostFiles& files, const std::string& path, std::size_t most) {
    return within(most, files.read_file(path, most + 1));
}

Answer<std::string>
read_whole_guarded_file(HostFiles& files, const std::string& path, std::size_t most) {
    return within(most, files.read_guarded_file(path, most + 1));
}

Answer<std::string> read_file_part(HostFiles& files, const std::string& path, std::size_t limit) {
    return limit <= most_answer_bytes ? files.read_file(path, limit) : read_whole_file(files, path);
}

} // namespace vow
