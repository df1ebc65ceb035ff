#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

namespace methods_test {

using namespace vow;
using namespace vow::test;

TEST_CASE("a method calls its bundle by usebundle or by its promiser") {
    constexpr const char* callee = "} bundle agent callee { t: 'a';";
    CHECK(observed(std::string("methods: 'callee';") + callee) == "t a: kept\n");
    CHECK(observed(std::string("methods: 'any' usebundle => callee;") + callee) == "t a: kept\n");
    CHECK(
        observed(
            std::string("vars: 'b' string => 'callee'; methods: 'any' usebundle => '$(b)';") +
            callee
        ) == "t a: kept\n"
    );
}

TEST_CASE("the verdict of a method is the worst of its bundle") {
    struct Row {
        const char* promises;
        const char* reported;
    };
    for (const Row& row : {
             Row{"'kept';", "R: m_kept\n"},
             Row{"'kept'; 'repaired';", "R: m_repaired\n"},
             Row{"'repaired'; 'not_kept'; 'kept';", "R: m_failed\n"},
             Row{"'denied';", "R: m_failed\n"},
         }) {
        CAPTURE(row.promises);
        const std::string observed = PolicyWorld().run(
            std::string("bundle agent main { methods: 'callee' classes => results('m'); reports: "
                        "m_kept:: 'm_kept'; m_repaired:: 'm_repaired'; m_failed:: 'm_failed'; "
                        "m_denied:: 'm_denied'; } bundle agent callee { t: ") +
            row.promises + " }"
        );
        CHECK(observed.ends_with(row.reported));
        CHECK(observed.find("R:") == observed.rfind("R:"));
    }
}

TEST_CASE("a failed method is logged as an error and a repaired one when the log is verbose") {
    struct Row {
        const char* promiser;
        const char* line;
    };
    for (const Row& row : {
             Row{"'not_kept'", "error: Method 'callee' failed in some repairs\n"},
             Row{"'repaired'", "verbose: Method 'callee' invoked repairs\n"},
         }) {
        PolicyWorld world;
        world.observer.wanted = LogLevel::verbose;
        const std::string observed = world.run(
            std::string("bundle agent main { methods: 'callee'; } bundle agent callee { t: ") +
            row.promiser + "; }"
        );
        CHECK(observed.find(row.line) != std::string::npos);
    }
}

TEST_CASE("a method that iterates calls its bundle for each element") {
    check_observed({
        {R"cf(vars: "l" slist => { "a", "b" }; methods: "m" usebundle => callee("$(l)");
}
bundle agent callee(x) {
t:
    "$(x)";)cf",
         "t a: kept\nt b: kept\n"},
        {
            R"cf(vars: "l" slist => { "a", "b" }; methods: "m" usebundle => callee(@(l));
            } bundle agent callee(x) { t: "$(x)";)cf",
            "t a: kept\nt b: kept\n"},
    });
}

TEST_CASE("a method that is called again with other arguments keeps the promises again") {
    check_observed({
        {R"cf(methods: "one" usebundle => callee("a"); "two" usebundle => callee("b");
            "three" usebundle => callee("a"); } bundle agent callee(x) { t: "p" colour => "$(x)";)cf",
         "t p: kept\nt p: kept\n"},
    });
}

TEST_CASE("classes of the caller reach the bundle only when it inherits") {
    constexpr const char* policy =
        "bundle agent main { classes: 'own'; methods: 'callee' inherit => 'INHERIT'; } "
        "bundle agent callee { t: own:: 'a'; }";
    std::string with(policy);
    with.replace(with.find("INHERIT"), 7, "true");
    CHECK(PolicyWorld().run(with) == "t a: kept\n");
    std::string without(policy);
    without.replace(without.find("INHERIT"), 7, "false");
    CHECK(PolicyWorld().run(without).empty());
}

TEST_CASE("a method returns what its bundle reports with an index") {
    check_observed({
        {R"cf(methods: "m" usebundle => callee, useresult => "r";
              t: "$(r[name])" if => isvariable("r[name]");
              } bundle agent callee { reports: "value" bundle_return_value_index => "name";)cf",
         "t value: kept\n"},
        {R"cf(methods: "m" usebundle => callee, useresult => "other.r[a]";
              t: "$(other.r[a][name])" if => isvariable("other.r[a][name]");
              } bundle agent other { } bundle agent callee {
              reports: "value" bundle_return_value_index => "name";)cf",
         "t value: kept\n"},
    });
}

TEST_CASE("a missing bundle ends the run unless the policy ignores missing bundles") {
    const std::string main = R"cf(
bundle agent main { vars: "b" string => "nowhere"; methods: "$(b)"; t: "after"; })cf";
    const std::string missing =
        "error: A method attempted to use a bundle 'nowhere' that was apparently not defined\n";
    const std::string strict = PolicyWorld().run(main);
    CHECK(strict.starts_with(missing));
    CHECK(strict.ends_with("ended: failed, Aborting due to missing bundle 'nowhere'\n"));
    const std::string lenient =
        PolicyWorld().run(main + "body common control { ignore_missing_bundles => 'true'; }");
    CHECK(lenient == missing + "t after: kept\n" + missing + missing);
}

TEST_CASE("a bundle that calls itself without end ends the run") {
    const std::string observed =
        PolicyWorld().run("bundle agent main { methods: 'm' usebundle => again('x'); } "
                          "bundle agent again(x) { methods: 'm' usebundle => again('$(x)x'), if => "
                          "isgreaterthan('40', string_length('$(x)')); t: 'deep' if => "
                          "isgreaterthan(string_length('$(x)'), '39'); }");
    CHECK(observed == "t deep: kept\n");
}

} // namespace methods_test
