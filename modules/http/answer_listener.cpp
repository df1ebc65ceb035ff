#include "modules/http/answer_listener.h"

#include "modules/sdk/cpp/text.h"

namespace vow::modules {
namespace {

/// "999 B", "12 kB", "3.4 MB".
std::string size_words(std::int64_t bytes) {
    constexpr std::int64_t kilo = 1000;
    if (bytes < kilo) return std::to_string(bytes) + " B";
    if (bytes < kilo * kilo) return std::to_string(bytes / kilo) + " kB";
    const std::int64_t tenths = bytes / (kilo * kilo / 10);
    return text({std::to_string(tenths / 10), ".", std::to_string(tenths % 10), " MB"});
}

} // namespace

bool AnswerListener::go_on(std::int64_t received, std::int64_t expected) {
    if (expected > 0) {
        const int percent = static_cast<int>(100 * received / expected);
        if (percent != percent_)
            log_.progress(percent, text({size_words(received), " of ", size_words(expected)}));
        percent_ = percent;
    }
    return !log_.is_stopped();
}

} // namespace vow::modules
