#pragma once

#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <cstdint>
#include <optional>

namespace vow::modules {

/// A `volume` body: a folder that is sensible if its entries are numerous and large enough.
struct Volume {
    std::int64_t least_bytes = 1000; ///< of its entries together, folders below it left out
    std::int64_t least_entries = 2;
    bool check_foreign = false;                          ///< network file systems, too
    std::optional<std::int64_t> least_free = {};         ///< bytes
    std::optional<std::int64_t> least_free_percent = {}; ///< of the volume

    static Volume from(const Settings& body);
};

/// Checks the volume that a promise is about. Changes nothing.
void check(const Volume& volume, Record& record);

} // namespace vow::modules
