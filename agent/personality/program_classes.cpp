#include "agent/personality/program_classes.h"

namespace vow::agent {
namespace {

/// A level from info on includes those before it.
std::vector<std::string> modes_of(LogLevel level) {
    switch (level) {
    case LogLevel::critical:
    case LogLevel::error: return {"error_mode"};
    case LogLevel::warning: return {"warning_mode"};
    case LogLevel::notice: return {"notice_mode"};
    case LogLevel::info: return {"inform_mode"};
    case LogLevel::verbose: return {"inform_mode", "verbose_mode"};
    case LogLevel::debug: return {"inform_mode", "verbose_mode", "debug_mode"};
    }
    return {};
}

} // namespace

std::vector<std::string> program_classes(const Options& options) {
    std::vector<std::string> classes = options.hard_classes;
    classes.emplace_back(options.personality == Personality::cf_promises ? "common" : "agent");
    for (std::string& mode : modes_of(options.console.level))
        classes.push_back(std::move(mode));
    if (options.run.policy == Terms::Policy::dry_run) classes.emplace_back("opt_dry_run");
    return classes;
}

} // namespace vow::agent
