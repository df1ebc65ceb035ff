#include "protocol/text/name_grammar.h"

#include <doctest/doctest.h>

namespace name_grammar_test {

using namespace vow;

TEST_CASE("a name of a grammar is one name for a program") {
    for (const char* name : {"nano", "g++", "libstdc++6", "x264", "a.b", "python3-yaml", "_x"})
        CHECK_FALSE(fault_of_name(names::package, name));
    for (const char* name : {"nano-", "-x", "~n", "a*", "a^", "a/b", "a b", "a\n", ""})
        CHECK(fault_of_name(names::package, name));
    for (const char* name : {"-", "x:y", "a\nb", "a b", "", "0x"})
        CHECK(fault_of_name(names::user, name));
    for (const char* name : {"--system", "a b", "../x", "a\n"})
        CHECK(fault_of_name(names::unit, name));
    for (const char* name : {"-oProxyCommand=x", "a b", "a\nb", ""})
        CHECK(fault_of_name(names::host, name));
    for (const char* name : {"web1", "10.0.0.1", "fe80::1%eth0", "[::1]", "a.example.org"})
        CHECK_FALSE(fault_of_name(names::host, name));
    for (const char* name : {"--upload-pack=x", "a b", "a\n", "a:b", ""})
        CHECK(fault_of_name(names::revision, name));
    for (const char* name : {"main", "feature/x", "v1.0", "HEAD~1", "0a1b2c"})
        CHECK_FALSE(fault_of_name(names::revision, name));
}

TEST_CASE("the fault of a name states its kind and the rule") {
    CHECK(
        fault_of_name(names::group, "x:y") ==
        "must be the name of a group (at most 31 letters, digits and _.-, of which a letter or _ "
        "is first), not 'x:y'"
    );
    CHECK(
        fault_of_name(names::file_mode, "0999") ==
        "must be a mode (as 644 or u=rw,go-w), not '0999'"
    );
    CHECK(wanted_form("[a-z]+") == "must match '[a-z]+'");
    CHECK(find_grammar(names::user.pattern) == &names::user);
    CHECK(find_grammar("") == nullptr);
}

} // namespace name_grammar_test
