#include "agent/release/canonical_json.h"
#include "agent/release/group.h"
#include "agent/release/host_filter.h"
#include "agent/release/trusted_metadata.h"
#include "agent/release/untrusted.h"
#include "tools/fuzz/fuzzing.h"

#include <array>
#include <string>

using namespace vow;
using namespace vow::agent;

namespace {

/// Calls a reader, which may refuse what it gets and do nothing else.
template <class Read>
void try_to_read(Read read) {
    try {
        read();
    } catch (const Untrusted&) {
    }
}

/// The canonical form of a content is canonical itself, since signatures are of it.
void check_canonical(const SignedFile& file) {
    const auto parsed = parse_json(file.canonical);
    if (const auto* again = std::get_if<Data>(&parsed))
        fuzz::require(canonical_json(*again) == file.canonical);
}

void read_metadata(std::string_view text) {
    const SignedFile file = signed_file_from(text, "x.json");
    check_canonical(file);
    try_to_read([&] { root_from(file.content, "x.json"); });
    try_to_read([&] { timestamp_from(file.content, "x.json"); });
    try_to_read([&] { snapshot_from(file.content, "x.json"); });
    const TargetsMetadata targets = targets_from(file.content, "x.json");
    for (const Delegation& delegation : targets.delegations)
        for (const auto& [name, record] : targets.targets)
            static_cast<void>(delegation.covers(name));
}

/// A document that is read is written and read as the same.
void read_group(std::string_view text) {
    const HostGroup group = group_from(text, "x.json");
    fuzz::require(group_from(text_of(group), "x.json") == group);
    if (!group.when.empty()) static_cast<void>(HostFilter(group.when).matches({"any", "debian"}));
}

/// A root that is trusted is not the next one, too: that has another version.
void read_as_trusted(std::string_view text) {
    TrustedMetadata trusted(text, ReleaseTime{});
    trusted.update_root(text);
    fuzz::require(false);
}

} // namespace

/// Reads a file as metadata of each role, as the document of a group, and as a trusted root.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text = fuzz::text_of(bytes, size);
    try_to_read([&] { read_metadata(text); });
    try_to_read([&] { read_group(text); });
    try_to_read([&] { read_as_trusted(text); });
    return 0;
}
