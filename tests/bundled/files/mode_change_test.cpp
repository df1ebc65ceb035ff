#include "modules/files/permissions.h"

#include <doctest/doctest.h>

namespace mode_change_test {

using vow::modules::mode_change_from;

TEST_CASE("a mode sets and clears bits of a file") {
    struct Case {
        const char* words;
        unsigned result;
    };
    for (const Case& c : std::initializer_list<Case>{
             {"600", 0600},
             {"0755", 0755},
             {"4755", 04755},
             {"100644", 0644},
             {"000", 0},
             {"u+x", 0740},
             {"a+r", 0644},
             {"go-rwx", 0600},
             {"u=rwx,go=rx", 0755},
             {"o=r,g-r", 0604},
             {"+x", 0751},
             {"u+s", 04640},
             {"o+t", 01640},
             {"ug=", 0},
         }) {
        CAPTURE(c.words);
        const auto change = mode_change_from(c.words);
        REQUIRE(change);
        CHECK(change->applied_to(0640) == c.result);
    }
}

TEST_CASE("an invalid mode is rejected") {
    for (const char* words : {"", "rwx", "8", "u", "u+z", "4000000", "u+r,", "u+r,,o+r", "+-"}) {
        CAPTURE(words);
        CHECK_FALSE(mode_change_from(words));
    }
}

} // namespace mode_change_test
