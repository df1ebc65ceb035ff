#pragma once

#include "agent/release/bundle_rules.h"
#include "protocol/system/place.h"

#include <string>
#include <string_view>

namespace vow::agent {

// A bundle is a folder of policy, modules, plans, models and templates as one file, tar compressed
// with zstd. Both directions hold to BundleRules and to the limits, and throw BundleFault with a
// sentence that names the file in question.

/// The size of a bundle.
struct BundleContents {
    std::size_t entries = 0;   ///< files, folders and links
    std::uint64_t content = 0; ///< bytes of all files
};

struct PackedBundle {
    std::string bytes;
    BundleContents contents;
};

/// Packs a folder. The bytes follow from names, contents, link targets and whether the owner may
/// execute a file; not from times, owners, other permissions, or the order of the file system. The
/// folder `.git` at the top is left out. A file that changes in the meantime is a fault, and so is
/// one that has another name (a hard link) outside.
PackedBundle pack_bundle(const OpenFolder& folder, const BundleLimits& limits = {});

/// Unpacks a bundle whose digest was verified, into an empty folder, by open folders and without
/// following links. Files get the mode 0644 or 0755, folders 0755; they belong to the running user.
/// Nothing is synced to the disk. After a fault the folder has parts of the bundle: the caller
/// removes it.
BundleContents unpack_bundle(
    std::string_view bytes, const OpenFolder& empty_folder, const BundleLimits& limits = {}
);

} // namespace vow::agent
