#pragma once

#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"

#include <string>
#include <string_view>
#include <unordered_set>

namespace vow::agent {

/// The things that promises of a dry run would bring, and the machine has not: files, users,
/// groups, and the unknown contents of packages and effects of commands. A later promise that needs
/// one of them fails in the dry run, or has nothing to do, although the real run may keep it.
class PlannedObjects {
public:
    /// Notes the changes that a promise would make; of one whose outcome cannot be told, that it
    /// may bring anything.
    void note(const Promise& promise, const Outcome& outcome);

    /// Takes away the creations that an earlier promise would have made by then, such as that of a
    /// folder for both. If nothing else is left, the promise would be kept.
    void leave_out_repetitions(Outcome& outcome) const;

    /// Whether a promise that was kept or has failed may have another outcome in the real run,
    /// since it names something that an earlier promise would bring.
    bool may_decide(const Promise& promise, const Outcome& outcome) const;

private:
    void note(const Change& change, bool is_tree);
    bool is_repetition(const Change& change) const;
    bool may_bring(const std::string& path) const;
    bool brings_path(const std::string& given) const;
    bool may_fail_without(const Promise& promise) const;
    bool may_have_nothing_to_do(const Promise& promise) const;

    std::unordered_set<std::string> paths_;   ///< that would be made
    std::unordered_set<std::string> folders_; ///< the same, with things in them that are not named
    std::unordered_set<std::string> names_;   ///< of users and groups
    bool has_packages_ = false;               ///< some would be installed
    bool has_unknown_ = false; ///< commands, and modules that know no dry run, may do anything
};

} // namespace vow::agent
