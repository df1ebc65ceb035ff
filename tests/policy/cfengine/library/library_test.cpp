#include "policy/cfengine/checking/check.h"
#include "policy/cfengine/library/library.h"
#include "policy/cfengine/syntax/parser.h"

#include <doctest/doctest.h>

namespace library_test {

using namespace vow;
using namespace vow::cfengine;

TEST_CASE("a definition of the library is found with its comment and its text") {
    const Library library;
    const auto found = library.find("classes", "if_ok");
    REQUIRE(found);
    CHECK(found->comment == "# If the promise is kept or repaired.\n");
    CHECK(found->text.starts_with("body classes if_ok(class)\n{\n"));
    CHECK(found->text.ends_with(";\n}\n"));
    CHECK_FALSE(library.find("perms", "if_ok"));
    CHECK_FALSE(library.find("classes", "if_o"));
}

TEST_CASE("the comment at the head of a file belongs to no definition") {
    CHECK(Library().find("perms", "m")->comment.empty());
}

TEST_CASE("every definition is whole, without a fault of its own, and no other one lies in it") {
    const Library library;
    CHECK(library.definitions().size() > 200);
    for (const LibraryDefinition& definition : library.definitions()) {
        CAPTURE(definition.name);
        const SourceText text("library", TrustedText::given(std::string(definition.text)));
        Diagnostics diagnostics;
        const ast::File file = parse(text, diagnostics);
        CHECK(file.bodies.size() + file.bundles.size() == 1);
        check({&file, 1}, {.strictness = Strictness::all, .extent = Extent::file}, diagnostics);
        CHECK(diagnostics.empty());
        CHECK_FALSE(is_left_to_reference(definition.type, definition.name));
    }
}

TEST_CASE("names that only the reference's library has are known by type and whole name") {
    CHECK(is_left_to_reference("package_method", "zypper"));
    CHECK(is_left_to_reference("agent", "git"));
    CHECK_FALSE(is_left_to_reference("perms", "zypper"));
    CHECK_FALSE(is_left_to_reference("agent", "gi"));
}

} // namespace library_test
