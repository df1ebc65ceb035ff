#include "tests/support/kept_promise.h"

#include <doctest/doctest.h>

#include <cstdlib>

namespace users_words_test {

using namespace vow;
using namespace vow::tests;

namespace {

/// Warns of the change of an account of this machine.
KeptPromise warned(const std::string& user, Attributes attributes) {
    return keep_promise("users", user, std::move(attributes), Terms::Policy::warn);
}

KeptPromise warned_as_reference(const std::string& user, Attributes attributes) {
    ::setenv("VOW_MANNER", "reference", 1);
    KeptPromise kept = warned(user, std::move(attributes));
    ::unsetenv("VOW_MANNER");
    return kept;
}

} // namespace

TEST_CASE("a warning names each change of an account") {
    const auto kept =
        warned("root", {{"policy", "present"}, {"description", "A b"}, {"shell", "/bin/no"}});
    CHECK(
        kept.log_text() == "warning: Should modify user 'root': -c A b -s /bin/no, "
                           "but only warning promised\n"
    );
    CHECK(kept.outcome.only_warned);
}

TEST_CASE("under the reference's names the command of a change is named, and the promise fails") {
    const auto changed = warned_as_reference(
        "root", {{"policy", "present"}, {"description", "A b"}, {"shell", "/bin/no"}}
    );
    CHECK(
        changed.log_text() ==
        "warning: Need to update user attributes (command '/usr/sbin/usermod -c \"A b\" -s "
        "\"/bin/no\" root').\n"
        "error: Failed to modify user 'root'\n"
    );
    CHECK_FALSE(changed.outcome.only_warned);
    CHECK(changed.result() == Verdict::not_kept);

    const auto removed = warned_as_reference("root", {{"policy", "absent"}});
    CHECK(
        removed.log_text() ==
        "warning: Need to remove user 'root'.\nerror: Failed to remove user 'root'\n"
    );
    const auto created = warned_as_reference("vow-no-such-user", {{"policy", "present"}});
    CHECK(
        created.log_text() == "warning: Need to create user 'vow-no-such-user'.\n"
                              "error: Failed to create user 'vow-no-such-user'\n"
    );
}

} // namespace users_words_test
