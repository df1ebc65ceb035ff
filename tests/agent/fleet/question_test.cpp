#include "agent/fleet/question.h"

#include <doctest/doctest.h>

namespace vow::agent {

TEST_CASE("A question has one of the verbs and no option") {
    const auto ask = [](const std::string& rest) {
        return ask_from(R"({"schema":1,"id":"x",)" + rest + "}");
    };
    CHECK(ask(R"("verb":"run")").verb == Ask::Verb::run);
    CHECK(ask(R"("verb":"explain","what":"class:x")").what == "class:x");
    for (const char* rest :
         {R"("verb":"sh")",
          R"("verb":"run","what":"other.cf")",
          R"("verb":"explain")",
          R"("verb":"explain","what":"--help")",
          R"("verb":"explain","what":"a\nb")",
          R"("verb":1)"})
        CHECK_THROWS_AS(ask(rest), BadMessage);
}

} // namespace vow::agent
