#pragma once

#include "policy/run/world.h"
#include "protocol/promise/promise.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace vow {

/// A log line of a promise before observers receive it: the level may change, and nullopt drops it.
using LineFilter = std::function<
    std::optional<std::pair<LogLevel, std::string>>(LogLevel level, std::string_view text)>;

/// The wishes of a language for a promise that it keeps for a statement of its own.
struct PromiseCall {
    /// Yes: the language reports a failure itself.
    Handled handled = Handled::yes;
    LineFilter filter = {}; ///< null: all lines pass as they are
    /// Amends the outcome before observers receive it; may be null.
    std::function<void(Outcome&)> amend = {};
};

/// A promise that a language had kept: the outcome, and the words that the language may repeat.
/// Whether it would be repaired, and what it changes, is in the outcome.
struct KeptCall {
    Outcome outcome;
    std::string first_error = {};
    std::string last_error = {};
    std::string last_warning = {};

    bool is_kept() const { return outcome.result() <= Verdict::repaired; }
    bool has_changed() const {
        return outcome.result() == Verdict::repaired || outcome.would_repair();
    }
};

/// Keeps a promise, and waits for its outcome. Observers of the world get its events. Throws what
/// the world's keeper throws in a task that is cancelled.
KeptCall keep_for_language(World& world, Promise promise, const PromiseCall& call);

/// Keeps a promise and waits for its outcome: InOrder with one promise. Observers receive the log
/// lines up to the run's level or, if that is more verbose, the promise's own.
Outcome keep(World& world, Promise promise, Handled handled = Handled::no);

/// Like keep(), for a promise that is kept in several parts: the caller sends PromiseStarted and
/// PromiseDone.
Outcome keep_part(World& world, Promise promise);

} // namespace vow

/// The attributes of promises of the type `files` that several languages make.

namespace vow::files_promise {

/// Everything below a folder, and the folder itself if it is empty then.
Attributes removed_tree();
/// An empty folder, or a file.
Attributes removed_folder();
/// A file, but no folder.
Attributes removed_file();

} // namespace vow::files_promise
