#include "agent/fleet/live/table.h"

#include "protocol/text/shown_text.h"

#include <algorithm>
#include <cstdio>

namespace vow::agent {

void print_table(const std::vector<std::vector<std::string>>& lines) {
    std::vector<std::size_t> widths;
    for (const auto& line : lines) {
        widths.resize(std::max(widths.size(), line.size()));
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], shown(line[i]).size());
    }
    for (const auto& line : lines) {
        std::string text;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::string cell = shown(line[i]);
            text += cell;
            if (i + 1 < line.size()) text.append(widths[i] - cell.size() + 2, ' ');
        }
        std::puts(text.c_str());
    }
}

void print_line(const std::string& line) {
    std::puts(shown(line).c_str());
}

void print_document(const Data& data) {
    std::puts(shown_json(json_text(data)).c_str());
}

} // namespace vow::agent
