#include "agent/report/logged_mistakes.h"

namespace vow::agent {
namespace {

constexpr DiagnosticKind logged_error{"logged-error", "{}"};
constexpr DiagnosticKind logged_warning{"logged-warning", "{}", Severity::warning};

} // namespace

void LoggedMistakes::receive(const Event& event) {
    const auto* line = std::get_if<LogLine>(&event);
    if (line == nullptr || line->level > LogLevel::warning) return;
    const bool is_warning = line->level == LogLevel::warning;
    mistakes_.add(is_warning ? logged_warning : logged_error, {}, {line->text});
}

} // namespace vow::agent
