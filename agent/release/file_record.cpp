#include "agent/release/file_record.h"

#include "agent/release/untrusted.h"
#include "protocol/text/digest.h"

namespace vow::agent {

void check_file(
    const FileRecord& record, Digests digests, std::string_view bytes, const std::string& name
) {
    if (record.length && bytes.size() != static_cast<std::size_t>(*record.length))
        throw Untrusted(
            TrustRule::size,
            name + " has " + std::to_string(bytes.size()) + " bytes, not " +
                std::to_string(*record.length)
        );
    std::size_t compared = 0;
    for (const auto& [algorithm, digits] : record.digests) {
        const auto known = digest_algorithm(algorithm);
        if (!known) continue;
        ++compared;
        if (digest_of(bytes, *known) == digits) continue;
        std::string fault = name;
        fault.append(" does not have the ").append(algorithm).append(" ").append(digits);
        throw Untrusted(TrustRule::digest, fault);
    }
    if (compared == 0 && (digests == Digests::required || !record.digests.empty()))
        throw Untrusted(TrustRule::digest, name + " has no digest of a known kind");
}

} // namespace vow::agent
