#include "agent/personality/program_classes.h"

namespace vow::agent {
namespace {

std::string_view mode_of(LogLevel level) {
    switch (level) {
    case LogLevel::critical:
    case LogLevel::error: return "error_mode";
    case LogLevel::warning: return "warning_mode";
    case LogLevel::notice: return "notice_mode";
    case LogLevel::info: return "inform_mode";
    case LogLevel::verbose: return "verbose_mode";
    case LogLevel::debug: return "debug_mode";
    }
    return {};
}

} // namespace

std::vector<std::string> program_classes(const Options& options) {
    std::vector<std::string> classes = options.hard_classes;
    classes.emplace_back(options.personality == Personality::cf_promises ? "common" : "agent");
    classes.emplace_back(mode_of(options.console.level));
    if (options.run.policy == Terms::Policy::dry_run) classes.emplace_back("opt_dry_run");
    return classes;
}

} // namespace vow::agent
