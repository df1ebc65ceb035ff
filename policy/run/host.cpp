#include "policy/run/host.h"

namespace vow {

Answer<std::string> within(std::size_t most, Answer<std::string> text) {
    if (!text || text->size() <= most) return text;
    return {.why_not = "it is larger than " + std::to_string(most >> 20U) + " MiB"};
}

Answer<std::string> read_whole_file(Host& host, const std::string& path, std::size_t most) {
    return within(most, host.read_file(path, most + 1));
}

Answer<std::string> read_file_part(Host& host, const std::string& path, std::size_t limit) {
    return limit <= most_answer_bytes ? host.read_file(path, limit) : read_whole_file(host, path);
}

} // namespace vow
