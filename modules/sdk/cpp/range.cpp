#include "modules/sdk/cpp/range.h"

#include "protocol/text/number.h"

#include <algorithm>

namespace vow::modules {

std::optional<Range> Range::from(const Settings& settings, std::string_view name) {
    std::vector<std::string> ends = settings.list(name);
    if (ends.size() == 1) {
        const std::size_t comma = ends[0].find(',');
        if (comma == std::string::npos) return std::nullopt;
        ends = {ends[0].substr(0, comma), ends[0].substr(comma + 1)};
    }
    if (ends.size() != 2) return std::nullopt;
    const auto least = integer_from(ends[0]);
    auto most = integer_from(ends[1]);
    if (ends[1] == "inf") most = INT64_MAX; // sizes and times go beyond the language's infinity
    if (!least || !most) return std::nullopt;
    return Range{std::min(*least, *most), std::max(*least, *most)};
}

} // namespace vow::modules
