#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace vow::skopos {

/// How a step ended.
struct StepResult {
    enum class Kind { pass, fail, interrupted };

    Kind kind = Kind::pass;
    std::string reason = {};           ///< of a failure; empty for steps that hold others
    std::optional<int> exit_code = {}; ///< of a script or plugin that failed
    bool is_assumed = false;           ///< in a dry run

    bool has_passed() const { return kind == Kind::pass; }
    static StepResult failure(std::string reason) {
        return {.kind = Kind::fail, .reason = std::move(reason)};
    }
};

/// "pass", "fail" or "interrupted".
constexpr std::string_view text_of(StepResult::Kind kind) {
    switch (kind) {
    case StepResult::Kind::pass: return "pass";
    case StepResult::Kind::fail: return "fail";
    case StepResult::Kind::interrupted: return "interrupted";
    }
    return {};
}

} // namespace vow::skopos
