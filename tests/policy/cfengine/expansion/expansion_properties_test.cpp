#include "tests/policy/cfengine/promises/run_policy.h"
#include "tests/support/property.h"

namespace expansion_properties_test {

using namespace vow::test;
using vow::tests::check_property;

namespace {

constexpr std::string_view policy = R"cf(
bundle agent main
{
  vars:
      "text" string => "T";
      "name" string => "text";
      "array[k]" string => "V";
      "list" slist => { "a" };
})cf";

std::string random_text(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part :
         *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(parts)))
        text += part;
    return text;
}

} // namespace

TEST_CASE("a text without references is expanded to itself") {
    RunPolicy run(policy);
    check_property("literal text", [&run] {
        const std::string text =
            random_text({"a", " ", "(", ")", "{", "}", "[", "]", "\\", "\"", "=", ".", ":"});
        RC_ASSERT(run.expanded(text) == text);
    });
}

TEST_CASE("a text whose references are all resolved does not change when expanded again") {
    RunPolicy run(policy);
    check_property("resolvable text", [&run] {
        const std::string text = random_text(
            {"a", " ", ")", "}", "$(text)", "${text}", "$($(name))", "$(array[k])", "$(main.name)"}
        );
        const std::string once = run.expanded(text);
        RC_ASSERT(once.find('$') == std::string::npos);
        RC_ASSERT(run.expanded(once) == once);
    });
}

TEST_CASE("expanding the parts of a text and joining them expands the text") {
    RunPolicy run(policy);
    check_property("two parts", [&run] {
        const std::vector<std::string> parts = {"a", ")", "}", " ", "$(text)", "${name}"};
        const std::string first = random_text(parts), second = random_text(parts);
        RC_ASSERT(run.expanded(first + second) == run.expanded(first) + run.expanded(second));
    });
}

} // namespace expansion_properties_test
