#include "agent/machine/kernel_tables.h"

#include <sstream>

namespace vow::agent {
namespace {

constexpr std::size_t max_table_bytes = 4 << 20;

} // namespace

std::vector<std::string> network_table_lines(Host& host, const std::string& name) {
    const std::string root = host.environment("CFENGINE_TEST_OVERRIDE_PROCDIR").value_or("");
    const auto text = host.read_file(root + "/proc/net/" + name, max_table_bytes);
    std::vector<std::string> lines;
    std::istringstream stream(text ? *text : std::string());
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

TableRow words_between_blanks(const std::string& line) {
    std::istringstream stream(line);
    TableRow words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

std::vector<TableRow> network_table(Host& host, const std::string& name) {
    std::vector<TableRow> rows;
    for (const std::string& line : network_table_lines(host, name))
        rows.push_back(words_between_blanks(line));
    return rows;
}

} // namespace vow::agent
