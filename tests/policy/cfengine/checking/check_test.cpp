#include "policy/cfengine/checking/check.h"
#include "policy/cfengine/syntax/parser.h"

#include <doctest/doctest.h>

using namespace vow;
using namespace vow::cfengine;

namespace {

/// What is wrong with a policy, one line each: `LINE:COLUMN MESSAGE [KIND]  HINT`.
std::string checked(const std::string& policy, const CheckOptions& options = {}) {
    const SourceText source("policy.cf", policy);
    Diagnostics diagnostics;
    const std::vector<ast::File> files = {parse(source, diagnostics)};
    check(files, options, diagnostics);
    std::string lines;
    for (const Diagnostic& item : diagnostics.sorted()) {
        const Position place = item.span.position();
        lines += std::to_string(place.line) + ":" + std::to_string(place.column) + " " +
                 item.message + " [" + std::string(item.kind->name) + "]";
        lines += item.hint.empty() ? "\n" : "  " + item.hint + "\n";
    }
    return lines;
}

std::string promise(const std::string& section, const std::string& attributes) {
    return checked("bundle agent main { " + section + ":\n\"x\" " + attributes + "; }");
}

std::string body(const std::string& type, const std::string& clauses) {
    return checked("body " + type + " b {\n" + clauses + " }");
}

} // namespace

TEST_CASE("attributes are known by the promise type and the bundle type") {
    CHECK(promise("vars", "string => \"a\", if => \"linux\", meta => { \"m\" }") == "");
    CHECK(
        promise("files", "craete => \"true\"") ==
        "2:5 unknown attribute 'craete' of promise type 'files' [unknown-attribute]  did you mean "
        "'create'?\n"
    );
    CHECK(
        promise("files", "mode => \"600\"") ==
        "2:5 unknown attribute 'mode' of promise type 'files' [unknown-attribute]  it is an "
        "attribute of 'body perms'\n"
    );
    CHECK(
        checked("bundle common c { commands: \"/bin/true\"; }") ==
        "1:19 promises of type 'commands' cannot stand in a bundle of type 'common' "
        "[misplaced-promise-type]\n"
    );
    CHECK(
        checked("bundle agnet main { }") ==
        "1:8 there is no bundle type 'agnet' [unknown-bundle-type]  did you mean 'agent'?\n"
    );
}

TEST_CASE("promise types that a policy makes itself are known, others are not") {
    CHECK(
        checked("promise agent git { path => \"$(x)/git.py\"; }\n"
                "bundle agent main { git: \"x\" anything => { \"goes\" }; }") == ""
    );
    CHECK(
        checked("bundle agent main { gti: \"x\" a => \"b\"; }\n"
                "promise agent git { path => \"$(x)\"; }"
        ) == "1:21 there is no promise type 'gti' [unknown-promise-type]  did you mean 'git'?\n"
    );
    const CheckOptions as_reference{.strictness = Strictness::reference};
    CHECK(checked("bundle agent main { gti: \"x\" a => \"b\"; }", as_reference) == "");
}

TEST_CASE("a promise block has a path, and is for no type that is built in") {
    CHECK(
        checked("promise agent files { path => \"$(x)\"; }") ==
        "1:15 'files' is a built-in promise type [builtin-promise-type]\n"
    );
    CHECK(
        checked("promise agent git { interpreter => \"/bin/sh\"; }") ==
        "1:15 the promise type 'git' has no 'path' [no-module-path]\n"
    );
    CHECK(
        checked("promise agent git { path => \"$(x)\"; colour => \"red\"; }") ==
        "1:37 unknown attribute 'colour' of 'promise agent git' [unknown-attribute]\n"
    );
    CHECK(
        checked("promise server git { path => \"$(x)\"; }") ==
        "1:9 promise types can only be made for 'agent', not 'server' [not-for-agent]\n"
    );
    const CheckOptions nothing_there{.file_exists = [](const std::string&) { return false; }};
    CHECK(
        checked("promise agent git { path => \"/m/git.py\"; }", nothing_there) ==
        "1:29 there is no file '/m/git.py' [missing-module]\n"
    );
}

TEST_CASE("lists are for attributes that hold lists") {
    CHECK(
        promise("vars", "string => { \"a\" }") ==
        "2:15 'string' takes one value, not a list [list-for-scalar]\n"
    );
    CHECK(
        promise("vars", "slist => \"a\"") ==
        "2:14 'slist' takes a list [scalar-for-list]  { \"a\" }\n"
    );
    CHECK(
        promise("vars", "slist => @(l)") ==
        "2:14 'slist' takes a list [scalar-for-list]  { @(l) }\n"
    );
    CHECK(promise("vars", "slist => { @(l), \"a\", concat(\"b\"), sort(l) }") == "");
}

TEST_CASE("literals are checked against their ranges, what has references is not") {
    CHECK(promise("vars", "int => \"3k\"") == "");
    CHECK(promise("vars", "int => \"$(n)\"") == "");
    CHECK(
        promise("vars", "int => \"three\"") ==
        "2:12 the value of 'int': 'three' is no whole number [bad-value]\n"
    );
    CHECK(
        promise("vars", "real => \"x\"") ==
        "2:13 the value of 'real': 'x' is no number [bad-value]\n"
    );
    CHECK(
        promise("files", "create => \"ture\"") ==
        "2:15 the value of 'create': 'ture' is not true, false, yes, no, on or off [bad-value]  "
        "did you mean 'true'?\n"
    );
    CHECK(
        body("edit_defaults", "rotate => \"100\";") ==
        "2:11 the value of 'rotate': '100' is not between 0 and 99 [bad-value]\n"
    );
    CHECK(
        body("contain", "chdir => \"tmp\";") ==
        "2:10 the value of 'chdir': 'tmp' is no absolute path [bad-value]\n"
    );
    CHECK(
        body("process_count", "match_range => \"1\";") ==
        "2:16 the value of 'match_range': '1' is no range: two numbers with a comma between them "
        "[bad-value]\n"
    );
}

TEST_CASE("bodies and bundles that are named must be defined, and get as many arguments") {
    const std::string bodies = "body perms mm(mode) { mode => \"$(mode)\"; }\n"
                               "bundle agent sub(a, b) { }\n";
    const auto with = [&](const std::string& section, const std::string& attributes) {
        return checked(
            bodies + "bundle agent main { " + section + ": \"x\"\n" + attributes + "; }"
        );
    };
    CHECK(with("files", "perms => mm(\"600\")") == "");
    CHECK(
        with("files", "perms => nm(\"600\")") ==
        "4:10 there is no body 'nm' of type 'perms' [undefined-body]  did you mean 'mm'?\n"
    );
    CHECK(
        with("files", "perms => mm") == "4:10 the body 'mm' takes 1 argument, not 0 [wrong-arity]\n"
    );
    CHECK(
        with("files", "perms => \"m\"") ==
        "4:10 'perms' takes the name of a body, without quotes [quoted-body]\n"
    );
    CHECK(with("methods", "usebundle => sub(\"1\", \"2\")") == "");
    CHECK(with("methods", "usebundle => \"$(any)\"") == "");
    CHECK(
        with("methods", "usebundle => sub(\"1\")") ==
        "4:14 the bundle 'sub' takes 2 arguments, not 1 [wrong-arity]\n"
    );
    CHECK(
        with("methods", "usebundle => subs") ==
        "4:14 there is no bundle 'subs' [undefined-bundle]  did you mean 'sub'?\n"
    );
    CHECK(
        with("files", "edit_line => sub(\"1\", \"2\")") ==
        "4:14 there is no bundle 'sub' [undefined-bundle]\n"
    );
    CHECK(
        checked("bundle agent main { files: \"x\" perms => nowhere; }", {.extent = Extent::part}) ==
        ""
    );
}

TEST_CASE("namespaces tell bundles and bodies apart") {
    const std::string policy = "bundle agent b { }\n"
                               "body file control { namespace => \"n\"; }\n"
                               "bundle agent b { }\n"
                               "bundle agent c { methods: \"x\" usebundle => ";
    CHECK(checked(policy + "b; }") == "");
    CHECK(checked(policy + "default:b; }") == "");
    CHECK(
        checked(policy + "default:c; }") ==
        "4:44 there is no bundle 'default:c' [undefined-bundle]\n"
    );
}

TEST_CASE("functions are known, take so many arguments, and give what the attribute holds") {
    CHECK(promise("vars", "string => canonify(\"a\")") == "");
    CHECK(
        promise("vars", "string => cannonify(\"a\")") ==
        "2:15 there is no function 'cannonify' [undefined-function]  did you mean 'canonify'?\n"
    );
    CHECK(
        promise("vars", "string => canonify(\"a\", \"b\")") ==
        "2:15 the function 'canonify' takes 1 argument, not 2 [wrong-arity]\n"
    );
    CHECK(
        promise("vars", "data => canonify(\"a\")") ==
        "2:13 'data' takes a data container, but 'canonify' gives a string [wrong-result]  string "
        "=> canonify(...)\n"
    );
    CHECK(promise("vars", "string => now()") == "");
    CHECK(
        promise("vars", "slist => canonify(\"a\")") ==
        "2:14 'slist' takes a list of strings, but 'canonify' gives a string [wrong-result]  "
        "string => canonify(...)\n"
    );
    CHECK(
        promise("classes", "and => userexists(\"root\")") ==
        "2:12 'and' takes a list of conditions, but 'userexists' gives a condition [wrong-result]  "
        "{ userexists(...) }\n"
    );
    CHECK(promise("classes", "and => { userexists(\"root\") }") == "");
    CHECK(
        promise("vars", "string => canonify(reverse(l))") ==
        "2:24 argument 1 of 'canonify' is one value, but 'reverse' gives a list of strings "
        "[bad-argument]\n"
    );
    CHECK(promise("vars", "string => concat(reverse(l))") == "");
    CHECK(
        promise("vars", "string => concat(cannonify())") ==
        "2:22 there is no function 'cannonify' [undefined-function]  did you mean 'canonify'?\n"
    );
    CHECK(
        promise("vars", "string => hash(\"a\", \"md6\")") ==
        "2:25 argument 2 of 'hash': 'md6' is not md5, sha1, sha256, sha384 or sha512 "
        "[bad-argument]  did you mean 'md5'?\n"
    );
}

TEST_CASE("class expressions are read at load") {
    CHECK(promise("vars", "string => \"a\", if => \"a.(b|!c)&&$(d)_e\"") == "");
    CHECK(
        promise("vars", "string => \"a\", if => \"a.\"") ==
        "2:26 this is no class expression: it ends too early [bad-class-expression]\n"
    );
    CHECK(
        checked("bundle agent main { vars: a.|b::\n\"x\" string => \"y\"; }") ==
        "1:27 this is no class expression: '|b' is not expected [bad-class-expression]\n"
    );
    CHECK(
        promise("vars", "string => \"a\", if => \"my-class\"") ==
        "2:26 this is no class expression and never holds: '-class' is not expected "
        "[bad-class-expression]\n"
    );
    CHECK(
        checked("bundle agent main { vars: a b::\n\"x\" string => \"y\"; }") ==
        "1:27 this is no class expression: 'b' is not expected [bad-class-expression]  operators "
        "are . or & for and, | for or, ! for not\n"
    );
    CHECK(
        checked("bundle agent main { vars: \"a b\"::\n\"x\" string => \"y\"; }") ==
        "1:27 this is no class expression and never holds: 'b' is not expected "
        "[bad-class-expression]\n"
    );
    CHECK(
        body("perms", "\"$(x)\":: mode => \"600\";") ==
        "2:1 attributes of a body cannot stand under a class guard in quotes [variable-guard]\n"
    );
}

TEST_CASE("definitions and handles are unique") {
    CHECK(
        checked("bundle agent b { }\nbundle agent b { }\n") ==
        "2:14 bundle 'b' of type 'agent' is defined twice [duplicate-definition]  first defined at "
        "policy.cf:1\n"
    );
    CHECK(checked("bundle agent b { }\nbundle edit_line b { }\n") == "");
    CHECK(
        checked("body perms b { }\nbody perms b { }\n") ==
        "2:12 body 'b' of type 'perms' is defined twice [duplicate-definition]  first defined at "
        "policy.cf:1\n"
    );
    CHECK(
        checked("bundle agent main { reports:\n\"a\" handle => \"h\";\n\"b\" handle => \"h\"; }") ==
        "3:15 another promise has the handle 'h' under the same guard [duplicate-handle]  first "
        "used at policy.cf:2\n"
    );
    CHECK(
        checked(
            "bundle agent main { reports:\n\"a\" handle => \"h\"; linux:: \"b\" handle => \"h\"; }"
        ) == ""
    );
}

TEST_CASE("bodies inherit from bodies of their type, and not from themselves") {
    CHECK(checked("body perms a { }\nbody perms b { inherit_from => a; }") == "");
    CHECK(
        checked("body perms a { inherit_from => b; }\nbody perms b { inherit_from => a; }") ==
        "1:32 the body 'a' inherits from itself [inherits-itself]\n"
        "2:32 the body 'b' inherits from itself [inherits-itself]\n"
    );
    CHECK(
        checked("body perms b { inherit_from => a; }") ==
        "1:32 there is no body 'a' of type 'perms'; nothing is inherited [undefined-body]\n"
    );
}

TEST_CASE("bodies have the attributes of their type; types that are not built in have any") {
    CHECK(
        body("perms", "modes => \"600\";") == "2:1 unknown attribute 'modes' of 'body perms b' "
                                              "[unknown-attribute]  did you mean 'mode'?\n"
    );
    CHECK(body("repository", "anything => { \"goes\" };") == "");
    CHECK(
        checked("body agent control { inform => \"treu\"; }") ==
        "1:32 the value of 'inform': 'treu' is not true, false, yes, no, on or off [bad-value]  "
        "did "
        "you mean 'true'?\n"
    );
    CHECK(
        checked("body agnet control { }") ==
        "1:12 there is no 'body agnet control' [unknown-body-type]\n"
    );
}

TEST_CASE("variables have one type and a name that is no number") {
    CHECK(
        promise("vars", "string => \"a\", slist => { \"b\" }") ==
        "2:20 the variable is of type 'string' and of type 'slist' [two-types]\n"
    );
    CHECK(
        checked("bundle agent main { vars: \"12\" string => \"a\"; \"a.b.c\" string => \"a\"; }") ==
        "1:27 the name of a variable cannot be a number, as '12' is [numeric-name]\n"
        "1:47 'a.b.c' is no name of a variable: it has more than one dot [bad-variable-name]\n"
    );
}

TEST_CASE("what is known but not implemented is said once a name") {
    CheckOptions options;
    options.implemented.promise_type = [](std::string_view type) { return type != "storage"; };
    options.implemented.attribute = [](std::string_view type, std::string_view attribute) {
        return type != "files" || attribute != "changes";
    };
    CHECK(
        checked(
            "bundle agent main { storage: \"/a\"; \"/b\"; files: \"/c\" create => \"true\"; }",
            options
        ) == "1:21 the promise type 'storage' is not implemented yet [not-implemented]\n"
    );
    CHECK(
        checked("body changes c { }\nbundle agent main { files: \"/c\" changes => c; }", options) ==
        "2:33 the attribute 'changes' of 'files' is not implemented yet [not-implemented]\n"
    );
}
