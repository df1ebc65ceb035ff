#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/change.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::inmanta {

enum class ResourceState {
    pending, ///< not ended yet
    deployed,
    failed,
    skipped,
    undefined,
    skipped_for_undefined,
    unavailable,
    dry,
    non_compliant,
    available ///< of another agent
};

/// "skipped_for_undefined".
std::string_view state_name(ResourceState state);

enum class ResourceChange { nochange, created, updated, purged };

std::string_view change_name(ResourceChange change);

/// The end of a resource in a run.
struct ResourceResult {
    ResourceState state = ResourceState::pending;
    ResourceChange change = ResourceChange::nochange;
    std::vector<Change> changes = {};
    std::string reason = {};
    std::string obstacle =
        {}; ///< of one that is skipped: a requirement; of an undefined one: a field
    std::vector<std::pair<std::string, Data>> facts = {};
    enum class Reload { no, yes } reloaded = Reload::no;

    bool has_change() const { return change != ResourceChange::nochange; }
    bool was_attempted() const {
        return state == ResourceState::deployed || state == ResourceState::failed ||
               state == ResourceState::dry || state == ResourceState::non_compliant;
    }
};

} // namespace vow::inmanta
