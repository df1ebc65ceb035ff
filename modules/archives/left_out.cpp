#include "modules/archives/left_out.h"

#include "modules/sdk/cpp/text.h"

#include <utility>

namespace vow::modules {
namespace {

constexpr std::size_t max_lines = 20;

} // namespace

void LeftOut::finish() {
    if (std::exchange(is_finished_, true) || count_ <= max_lines) return;
    const std::string rest = std::to_string(count_ - max_lines);
    record_.log(LogLevel::warning, text({"Left out ", rest, " further entries"}));
}

void LeftOut::add(std::string_view entry, std::string_view why) {
    if (!is_finished_ && ++count_ <= max_lines)
        record_.log(LogLevel::warning, text({"Left out '", entry, "': ", why}));
}

} // namespace vow::modules
