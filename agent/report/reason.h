#pragma once

#include "policy/run/event.h"
#include "protocol/data/data.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The first error and the first warning that were logged while a promise was kept, or a promise
/// that is a part of it; without an error in the log, the one that its outcome came with. Reasons
/// quote them (agent/report/reason.h).
class FirstLines {
public:
    /// Without credentials; empty if there was no such line.
    struct OfPromise {
        std::string error;
        std::string warning;
    };

    /// Notes lines and the beginnings of promises. Other events have no effect.
    void receive(const Event& event);
    /// True while a promise is being kept.
    bool has_promise() const { return !being_kept_.empty(); }
    /// Those of the promise that ends, to be called for each PromiseDone.
    OfPromise end(const PromiseDone& done);

private:
    std::vector<OfPromise> being_kept_;
};

/// The word for what became of a promise: kept, repaired, not_kept, would_repair or cannot_be_told
/// (docs/commands.md, "Events").
std::string_view result_of(const Outcome& outcome);

/// Why a promise was skipped, for programs: an object with `kind`, `place` and, where they are
/// known, `name`, `now` and `needed`. The kinds are listed in docs/commands.md, "Reasons".
Data reason_of(const PromiseSkipped& skipped);

/// Why a promise is not kept, or why nothing can tell; nullopt for all others. `first_error` is the
/// first error that was logged while it was kept; may be empty.
std::optional<Data> reason_of(const PromiseDone& done, std::string_view first_error);

/// A reason of these members; it leaves out those that are empty.
Data reason_from(
    std::string_view kind,
    std::string_view place,
    std::string_view name,
    std::string_view now = {},
    std::string_view needed = {}
);

/// Why nothing can tell, in words that follow "cannot be told, ".
std::string_view untold_text(Untold why);

/// "files '/etc/motd'".
std::string promise_text(std::string_view type, std::string_view promiser);

/// "motd.cf:6"; empty if it is unknown.
std::string place_text(const Origin& origin);

} // namespace vow::agent
