#include "policy/cfengine/program/compile.h"
#include "policy/cfengine/syntax/parser.h"

#include <doctest/doctest.h>

namespace compile_test {

using namespace vow;
using namespace vow::cfengine;

namespace {

/// The program of a bundle with these `vars`, and what it points into.
struct Compiled {
    SourceText source;
    Program program;

    explicit Compiled(std::string_view variables)
        : source(
              "/p.cf",
              TrustedText::given("bundle agent main { vars: " + std::string(variables) + " }")
          ) {
        Diagnostics diagnostics;
        compile(parse(source, diagnostics), FileRole::entry, program);
        REQUIRE_FALSE(diagnostics.has_errors());
    }

    const PromiseStatement& promise() const {
        return program.bundles.front().sections.front().promises.front();
    }
    /// The elements of a list that is its value already; null for another one.
    const std::vector<std::string>* ready(std::string_view attribute) const {
        const auto* list = std::get_if<LiteralList>(&promise().find(attribute)->node);
        return list == nullptr ? nullptr : list->elements.get();
    }
};

} // namespace

TEST_CASE("a list variable of texts without references is its value already") {
    const Compiled list(R"("l" slist => { "a", 'b "c"', "d \"e\"", "$5" };)");
    REQUIRE(list.ready("slist") != nullptr);
    CHECK(*list.ready("slist") == std::vector<std::string>{"a", "b \"c\"", "d \"e\"", "$5"});
    CHECK(is_plain(*list.promise().find("slist")));
    CHECK(Compiled(R"("l" ilist => {};)").ready("ilist")->empty());

    for (const auto* open :
         {R"p("l" slist => { "a", "$(b)" };)p",
          R"p("l" slist => { "a", @(b) };)p",
          R"p("l" slist => { "a", lsdir("/", ".*", "true") };)p"})
        CHECK_MESSAGE(Compiled(open).ready("slist") == nullptr, open);
}

TEST_CASE("only a list that is the value of a variable is ready") {
    const Compiled variable(R"("l" slist => { "a" }, depends_on => { "handle" };)");
    CHECK(variable.ready("slist") != nullptr);
    CHECK(variable.ready("depends_on") == nullptr);
}

} // namespace compile_test
