#include "agent/planning/planned_files.h"

#include "protocol/system/own_process.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <sched.h>
#include <unistd.h>

namespace vow::agent {
namespace {

/// Bundled types that change files, and nothing else.
constexpr std::array<std::string_view, 7> types_of_files = {
    "authorized_keys", "files", "hosts", "ini", "json", "line", "symlinks"};

/// A plan takes no more memory for files; a larger tree that would be copied is not made.
constexpr std::uint64_t max_bytes = std::uint64_t{256} << 20;

/// Attributes that run programs, which a plan does not.
constexpr std::string_view program_that_changes_texts = "transformer";
constexpr std::string_view program_that_checks_texts = "validate";

/// The outcome of a promise that is kept at once; its lines have been logged by the dry run.
class SilentListener final : public PromiseListener {
public:
    void log(LogLevel, std::string_view) override {}
    void done(Outcome outcome) override { has_failed_ = outcome.has_failed(); }
    bool has_failed() const { return has_failed_; }

private:
    bool has_failed_ = true;
};

bool changes_only_files(const PromiseType& type) {
    return type.path.empty() &&
           std::ranges::find(types_of_files, type.name) != types_of_files.end();
}

Promise made_real(const Promise& promise) {
    Promise real{
        .type = promise.type,
        .promiser = promise.promiser,
        .origin = promise.origin,
        .terms = {.policy = Terms::Policy::fix, .log_level = LogLevel::error}};
    for (const Attribute& attribute : promise.attributes) {
        if (attribute.name != program_that_checks_texts)
            real.attributes.set(attribute.name, attribute.value);
    }
    return real;
}

/// A user namespace would show the files of all other users with a wrong owner.
bool may_mount() {
    return ::geteuid() == 0 && ::unshare(CLONE_NEWNS) == 0;
}

} // namespace

PlannedFiles::PlannedFiles(const Stop& stop, const Trust& trust) : keeper_(stop, state_, trust) {}

bool PlannedFiles::make(const Promise& promise) {
    const bool runs_program = promise.attributes.find(program_that_changes_texts) != nullptr;
    if (runs_program || !changes_only_files(*promise.type) || !has_layer()) return false;
    SilentListener listener;
    keeper_.keep(made_real(promise), listener);
    return !listener.has_failed();
}

bool PlannedFiles::are_seen_by(const Promise& promise) const {
    return layer_ && changes_only_files(*promise.type);
}

bool PlannedFiles::has_layer() {
    if (layer_ || is_refused_) return layer_.has_value();
    is_refused_ = true;
    own_program(); // before the root folder changes
    if (!may_mount()) return false;
    try {
        layer_.emplace(std::filesystem::temp_directory_path(), max_bytes);
        is_refused_ = false;
    } catch (const std::runtime_error&) {
        // Then promises are planned on the unchanged host.
    }
    return layer_.has_value();
}

} // namespace vow::agent
