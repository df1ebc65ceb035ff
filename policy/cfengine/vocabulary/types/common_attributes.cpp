// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/syntax_table.h"

namespace vow::cfengine {

namespace {

constexpr AttributeSyntax every_promise[] = {
    {"action", ValueKind::body},
    {"classes", ValueKind::body},
    {"comment", ValueKind::string},
    {"depends_on", ValueKind::strings},
    {"handle", ValueKind::string},
    {"if", ValueKind::string},
    {"ifvarclass", ValueKind::string},
    {"meta", ValueKind::strings},
    {"unless", ValueKind::string},
    {"with", ValueKind::string},
};

} // namespace

std::span<const AttributeSyntax> common_attributes() { return every_promise; }

} // namespace vow::cfengine
