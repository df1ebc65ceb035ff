#include "policy/run/host_files.h"

namespace vow {

Answer<std::string> within(std::size_t max_bytes, Answer<std::string> text) {
    if (!text || text->size() <= max_bytes) return text;
    return {.why_not = "it is larger than " + std::to_string(max_bytes >> 20U) + " MiB"};
}

Answer<std::string>
read_whole_file(HostFiles& files, const std::string& path, std::size_t max_bytes) {
    return within(max_bytes, files.read_file(path, max_bytes + 1));
}

Answer<std::string>
read_whole_guarded_file(HostFiles& files, const std::string& path, std::size_t max_bytes) {
    return within(max_bytes, files.read_guarded_file(path, max_bytes + 1));
}

Answer<std::string> read_file_part(HostFiles& files, const std::string& path, std::size_t limit) {
    return limit <= max_answer_bytes ? files.read_file(path, limit) : read_whole_file(files, path);
}

} // namespace vow
