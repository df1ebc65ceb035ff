#include "policy/cfengine/syntax/parser.h"

#include "policy/cfengine/syntax/block_reader.h"

#include <limits>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind policy_too_large{"policy-too-large", "a policy file has at most 4 GB"};

} // namespace

ast::File parse(const SourceText& source, Diagnostics& diagnostics) {
    if (source.text().size() >= std::numeric_limits<std::uint32_t>::max()) {
        diagnostics.add(policy_too_large, Span{&source, 0, 0}, {});
        return {&source};
    }
    return BlockReader(source, diagnostics).file();
}

} // namespace vow::cfengine
