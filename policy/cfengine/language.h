#pragma once

#include "policy/cfengine/manner.h"
#include "policy/run/language.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// How policies are read, and the additions of the command line.
struct Dialect {
    Manner manner = {};
    std::vector<std::string> define = {};          ///< classes, before the policy is read
    std::vector<std::string> negate = {};          ///< classes that are never defined
    std::vector<std::string> bundle_sequence = {}; ///< empty: the policy's own
    std::vector<std::string> only = {};            ///< promises to run; empty: all
};

/// Whether a text begins like a policy of this language: with a bundle, body or promise block, or a
/// macro, after comments.
bool is_policy_text(std::string_view text);

/// CFEngine's policy language. It owns the sources of the policies it loaded, so that diagnostics
/// can be printed as long as it lives.
std::unique_ptr<Language> make_language(Dialect dialect = {});

} // namespace vow::cfengine
