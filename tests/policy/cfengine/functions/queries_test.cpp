#include "tests/support/function_table.h"

#include <doctest/doctest.h>

namespace queries_test {

using namespace vow;
using namespace vow::test;

TEST_CASE("classes are listed by name and tag") {
    FakeSurroundings around;
    around.define_class("linux", {"hardclass", "key=1"});
    around.define_class("ns:mine", {"source=promise"});
    check_calls(
        R"(
        classesmatching | .*i.* => [ns:mine,linux]
        classesmatching | .* | hard.* => [linux]
        classesmatching | [ => -
        classmatch | lin.* => true
        classmatch | lin => false
        classmatch | .* | nope | key=1 => true
        classmatch | [ => -
        countclassesmatching | .* => 2
        countclassesmatching | [ => -
        classify | linux => true
        classify | a-b => false
        getclassmetatags | linux => [hardclass,key=1]
        getclassmetatags | linux | key => [1]
        getclassmetatags | unknown => -
    )",
        around
    );
}

TEST_CASE("variables are listed by name and tag, with their types") {
    FakeSurroundings around;
    around.define("default:main.s", Value::string("text"), {"k=v", "t"});
    around.define("default:main.l", Value::list({"a"}), {"another"});
    around.values.emplace("d", Value::data(Data::object({})));
    check_calls(
        R"(
        isvariable | d => true
        isvariable | none => false
        variablesmatching | default:main\..* => [default:main.s,default:main.l]
        variablesmatching | default:main.* | t => [default:main.s]
        variablesmatching | d | t => [d]
        variablesmatching | [ => []
        variablesmatching_as_data | default:main\..* => {"default:main.l":["a"],"default:main.s":"text"}
        variablesmatching_as_data | [ => -
        getvariablemetatags | default:main.s => [k=v,t]
        getvariablemetatags | default:main.s | k => [v]
        getvariablemetatags | none => -
        getvariablemetatags | d => -
        type | d => data
        type | d | true => data object
        type | default:main.l | true => policy slist
        type | none => none
        is_type | d | data object => true
        is_type | d | slist => false
        bundlestate | main => {"l":["a"],"s":"text"}
        bundlestate | other => -
        datastate => {"classes":{},"vars":{"":{"d":{}},"main":{"l":["a"],"s":"text"}}}
    )",
        around
    );
}

TEST_CASE("bundles are listed by name and tags, the last one first") {
    FakeSurroundings around;
    around.known_bundles = {{"default:one", {}}, {"default:two", {}}};
    around.values.emplace("default:one_meta.tags", Value::list({"a", "b=1"}));
    around.values.emplace("default:two_meta.tags", Value::string("a,c"));
    around.known_callers = {{"first", {}}, {"second", {}}};
    check_calls(
        R"(
        bundlesmatching | default:.* => [default:two,default:one]
        bundlesmatching | .* | a => [default:two,default:one]
        bundlesmatching | .* | a | b.* => [default:one]
        bundlesmatching | [ => -
        getbundlemetatags | default:one | b => [1]
        getbundlemetatags | default:two => [a,c]
        getbundlemetatags | none => -
        callstack_promisers => [first,second]
    )",
        around
    );
    CHECK(
        result_of("callstack_callers", {}, around).find(R"("promiser":"second")") !=
        std::string::npos
    );
}

TEST_CASE("versions are compared by the numbers that both have") {
    FakeSurroundings around;
    around.fakes.facts.facts["cf_version"] = std::string("3.27.0");
    check_calls(
        R"(
        cf_version_after | 3.26 => true
        cf_version_after | 3.27 => false
        cf_version_at | 3.27 => true
        cf_version_at | 3.27.1 => false
        cf_version_before | 4 => true
        cf_version_before | x => -
        cf_version_between | 3.20 | 3.28 => true
        cf_version_between | 3.28 | 3.29 => false
        cf_version_between | x | 3.29 => -
        cf_version_maximum | 3.27.0 => true
        cf_version_maximum | 3.26 => false
        cf_version_minimum | 3.27 => true
        cf_version_minimum | 3.28 => false
        version_compare | 1.2.3 | > | 1.1.999 => true
        version_compare | 7.7.7-1 | == | 7.7.7-2 => true
        version_compare | 3.2 | != | 3.2.1 => false
        version_compare | x | = | 1 => -
        version_compare | 1 | ~ | 1 => -
    )",
        around
    );
}

} // namespace queries_test
