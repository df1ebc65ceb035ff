#include "agent/report/first_lines.h"

#include "protocol/text/credentials.h"

#include <utility>

namespace vow::agent {

void FirstLines::receive(const Event& event) {
    if (std::holds_alternative<PromiseStarted>(event)) being_kept_.emplace_back();
    const auto* line = std::get_if<LogLine>(&event);
    if (line == nullptr || line->level > LogLevel::warning) return;
    for (OfPromise& lines : being_kept_) {
        std::string& first = line->level <= LogLevel::error ? lines.error : lines.warning;
        if (first.empty()) first = without_credentials(line->text);
    }
}

FirstLines::OfPromise FirstLines::end(const PromiseDone& done) {
    OfPromise ended;
    if (!being_kept_.empty()) {
        ended = std::move(being_kept_.back());
        being_kept_.pop_back();
    }
    if (ended.error.empty()) ended.error = without_credentials(done.error);
    return ended;
}

} // namespace vow::agent
