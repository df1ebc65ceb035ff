#include "policy/cfengine/vocabulary/syntax_table.h"

#include <doctest/doctest.h>

namespace agent_attributes_test {

using namespace vow::cfengine;

TEST_CASE("guards and class attributes stay with the agent; handle and comment do not") {
    for (const char* name : {"if", "unless", "classes", "scope", "persist_time", "with", "meta"})
        CHECK(is_kept_by_agent(name));
    for (const char* name : {"handle", "comment", "repo", "action_policy", "i"})
        CHECK_FALSE(is_kept_by_agent(name));
}

} // namespace agent_attributes_test
