#include "modules/http/header_line.h"

#include "protocol/text/lower_case.h"

#include <algorithm>

namespace vow::modules {

std::string line_of(const RequestHeader& header) {
    return header.value.empty() ? header.name + ";" : header.name + ": " + header.value;
}

bool is_called(std::string_view line, std::string_view name) {
    return lower_case(line.substr(0, line.find(':'))) == name && line.size() > name.size();
}

std::string value_in(std::string_view line) {
    line.remove_prefix(line.find(':') + 1);
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    line.remove_prefix(begin);
    return std::string(line.substr(0, line.find_last_not_of(" \t\r\n") + 1));
}

} // namespace vow::modules
