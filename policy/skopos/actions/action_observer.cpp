#include "policy/skopos/actions/action_observer.h"

namespace vow::skopos {

void ActionObserver::receive(const Event& event) {
    if (const auto* line = std::get_if<LogLine>(&event)) return receive_line(*line);
    observer_.receive(event);
}

void ActionObserver::receive_line(const LogLine& line) {
    if (line.level == LogLevel::error) {
        if (first_error_.empty()) first_error_ = line.text;
        return;
    }
    if (line.level != LogLevel::info) return observer_.receive(line);
    const std::string text = id_ + ": " + std::string(line.text);
    observer_.receive(LogLine{line.level, text, line.scope, line.priority});
}

} // namespace vow::skopos
