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
inline std::string_view state_name(ResourceState state) {
    switch (state) {
    case ResourceState::pending: return "pending";
    case ResourceState::deployed: return "deployed";
    case ResourceState::failed: return "failed";
    case ResourceState::skipped: return "skipped";
    case ResourceState::undefined: return "undefined";
    case ResourceState::skipped_for_undefined: return "skipped_for_undefined";
    case ResourceState::unavailable: return "unavailable";
    case ResourceState::dry: return "dry";
    case ResourceState::non_compliant: return "non_compliant";
    case ResourceState::available: return "available";
    }
    return "";
}

enum class ResourceChange { nochange, created, updated, purged };

inline std::string_view change_name(ResourceChange change) {
    switch (change) {
    case ResourceChange::nochange: return "nochange";
    case ResourceChange::created: return "created";
    case ResourceChange::updated: return "updated";
    case ResourceChange::purged: return "purged";
    }
    return "";
}

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
