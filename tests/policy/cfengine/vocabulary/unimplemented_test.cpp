#include "policy/cfengine/vocabulary/syntax_table.h"
#include "policy/cfengine/vocabulary/unimplemented.h"

#include <doctest/doctest.h>

using namespace vow::cfengine;

namespace {

/// Whether the type exists and has the attribute, if one is given.
bool exists(const TypeSyntax* type, std::string_view attribute) {
    if (type == nullptr) return false;
    return attribute.empty() || find_attribute(type->attributes, attribute) != nullptr;
}

} // namespace

TEST_CASE("every feature listed as not implemented is part of the language") {
    for (const std::string& name : unimplemented_names()) {
        const std::string type = name.substr(0, name.find('.'));
        const std::string attribute = type == name ? "" : name.substr(type.size() + 1);
        INFO(name);
        CHECK(
            (exists(find_promise_type(type), attribute) || exists(find_body_type(type), attribute))
        );
    }
}
