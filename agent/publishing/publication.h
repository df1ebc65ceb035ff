#pragma once

#include "agent/publishing/deciding_roots.h"
#include "agent/publishing/key_ring.h"
#include "agent/publishing/repository.h"

#include <string>
#include <vector>

namespace vow::agent {

/// The files that were published; none if signatures are missing.
struct Published {
    std::vector<MissingSignatures> missing = {};
    std::vector<std::string> files = {};   ///< written, in this order: "3.targets.json"
    std::vector<std::string> retired = {}; ///< files of keys that are not needed any more
};

enum class Extent {
    everything,
    timestamp ///< and a snapshot if it is in its second half: no staged changes, no other keys
};

/// Publishes what is staged: signs it with the keys that are here, and writes a new snapshot and
/// timestamp. A host, and a killed command, see the old repository or the new one: each file has a
/// new name, and the last one written makes the others known. If keys are replaced, the files have
/// signatures of the old and the new ones, and the root is written last.
Published publish(const Repository& repository, KeyRing& keys, Extent extent);

/// Adds the signatures of the keys that are here to the staged files. Returns the roles of the
/// files that got one.
std::vector<std::string> sign_staged(const Repository& repository, KeyRing& keys);
/// The signatures that the staged files need still.
std::vector<MissingSignatures> missing_signatures(const Repository& repository);

} // namespace vow::agent
