#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace vow::agent {

/// Why something that was fetched is not to be trusted, or is not there.
enum class TrustRule {
    form,      ///< not metadata as the TUF specification has it
    type,      ///< metadata of another role
    signature, ///< none that is valid
    threshold, ///< too few valid signatures
    version,   ///< older than what was trusted before, or other than what was announced
    expiry,
    digest,
    size,
    absent, ///< announced, but not there
    fetch   ///< the repository could not be read
};

/// "signature", "version", ...
inline std::string_view text_of(TrustRule rule) {
    switch (rule) {
    case TrustRule::form: return "form";
    case TrustRule::type: return "type";
    case TrustRule::signature: return "signature";
    case TrustRule::threshold: return "threshold";
    case TrustRule::version: return "version";
    case TrustRule::expiry: return "expiry";
    case TrustRule::digest: return "digest";
    case TrustRule::size: return "size";
    case TrustRule::absent: return "absent";
    case TrustRule::fetch: return "fetch";
    }
    return "";
}

/// Metadata or a target was refused. Nothing of it is used.
class Untrusted : public std::runtime_error {
public:
    /// `message` names the file, what it has, and what was expected.
    Untrusted(TrustRule rule, const std::string& message)
        : std::runtime_error(message),
          rule_(rule) {}

    TrustRule rule() const { return rule_; }

private:
    TrustRule rule_;
};

} // namespace vow::agent
