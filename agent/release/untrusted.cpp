#include "agent/release/untrusted.h"

namespace vow::agent {

std::string_view text_of(TrustRule rule) {
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

} // namespace vow::agent
