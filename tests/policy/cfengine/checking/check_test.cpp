#include "policy/cfengine/checking/check.h"
#include "policy/cfengine/syntax/parser.h"

#include <doctest/doctest.h>

namespace check_test {

using namespace vow;
using namespace vow::cfengine;

namespace {

std::string place_of(const Span& span) {
    const Position place = span.position();
    return std::to_string(place.line) + ":" + std::to_string(place.column) + " ";
}

/// The diagnostics of a policy, one per line: `LINE:COLUMN MESSAGE [KIND]  HINT`, and a line
/// `LINE:COLUMN NOTE` for each note.
std::string checked(const std::string& policy, const CheckOptions& options = {}) {
    const SourceText source("policy.cf", TrustedText::given(policy));
    Diagnostics diagnostics;
    std::vector<ast::File> files;
    files.push_back(parse(source, diagnostics)); // a copy would refer to the texts of the original
    check(files, options, diagnostics);
    std::string lines;
    for (const Diagnostic& item : diagnostics.sorted()) {
        lines += place_of(item.span) + item.message + " [" + std::string(item.kind->name) + "]";
        lines += item.hint.empty() ? "\n" : "  " + item.hint + "\n";
        for (const Note& note : item.notes)
            lines += place_of(note.span) + note.message + "\n";
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

TEST_CASE("an attribute is unknown when neither its promise type nor its bundle type has it") {
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
        "1:19 promises of type 'commands' are not allowed in a bundle of type 'common' "
        "[misplaced-promise-type]\n"
    );
    CHECK(
        checked("bundle agnet main { }") ==
        "1:8 unknown bundle type 'agnet' [unknown-bundle-type]  did you mean 'agent'?\n"
    );
}

TEST_CASE("a promise type is known when the policy defines it") {
    CHECK(
        checked("promise agent git { path => \"$(x)/git.py\"; }\n"
                "bundle agent main { git: \"x\" anything => { \"goes\" }; }") == ""
    );
    CHECK(
        checked("bundle agent main { gti: \"x\" a => \"b\"; }\n"
                "promise agent git { path => \"$(x)\"; }"
        ) == "1:21 unknown promise type 'gti' [unknown-promise-type]  did you mean 'git'?\n"
    );
    const CheckOptions as_reference{.strictness = Strictness::reference};
    CHECK(checked("bundle agent main { gti: \"x\" a => \"b\"; }", as_reference) == "");
}

TEST_CASE("a promise block needs a path and a name that is not built in") {
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
        "1:37 unknown attribute 'colour' of 'promise agent git' [unknown-body-attribute]\n"
    );
    CHECK(
        checked("promise server git { path => \"$(x)\"; }") ==
        "1:9 promise types can be defined for 'agent' only, not for 'server' [not-for-agent]\n"
    );
    const CheckOptions nothing_there{.file_exists = [](const std::string&) { return false; }};
    CHECK(
        checked("promise agent git { path => \"/m/git.py\"; }", nothing_there) ==
        "1:29 the module file '/m/git.py' does not exist [missing-module]\n"
    );
}

TEST_CASE("a list is an error when the attribute takes one value, and the reverse") {
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
    CHECK(promise("reports", "meta => @(l), depends_on => \"@(main.l)\"") == "");
    CHECK(
        promise("reports", "meta => \"@(l)x\"") ==
        "2:13 'meta' takes a list [scalar-for-list]  { \"@(l)x\" }\n"
    );
}

TEST_CASE("literals are checked against their ranges, unless they have references") {
    CHECK(promise("vars", "int => \"3k\"") == "");
    CHECK(promise("vars", "int => \"$(n)\"") == "");
    CHECK(
        promise("vars", "int => \"three\"") ==
        "2:12 the value of 'int': 'three' is not an integer [bad-value]\n"
    );
    CHECK(
        promise("vars", "real => \"x\"") ==
        "2:13 the value of 'real': 'x' is not a number [bad-value]\n"
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
        "2:10 the value of 'chdir': 'tmp' is not an absolute path [bad-value]\n"
    );
    CHECK(
        body("process_count", "match_range => \"1\";") ==
        "2:16 the value of 'match_range': '1' is not a range, which is two numbers separated by a "
        "comma "
        "[bad-value]\n"
    );
}

TEST_CASE("a body or bundle must be defined and get the right number of arguments") {
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
        "4:10 the body 'nm' of type 'perms' is not defined [undefined-body]  did you mean 'mm'?\n"
    );
    CHECK(
        with("files", "perms => mm") ==
        "4:10 the body 'mm' takes 1 argument, not 0 [wrong-arity]\n1:12 defined here\n"
    );
    CHECK(
        with("files", "perms => \"m\"") ==
        "4:10 'perms' takes the name of a body, without quotes [quoted-body]\n"
    );
    CHECK(with("methods", "usebundle => sub(\"1\", \"2\")") == "");
    CHECK(with("methods", "usebundle => \"$(any)\"") == "");
    CHECK(
        with("methods", "usebundle => sub(\"1\")") ==
        "4:14 the bundle 'sub' takes 2 arguments, not 1 [wrong-arity]\n2:14 defined here\n"
    );
    CHECK(
        with("methods", "usebundle => subs") ==
        "4:14 the bundle 'subs' is not defined [undefined-bundle]  did you mean 'sub'?\n"
    );
    CHECK(
        with("files", "edit_line => sub(\"1\", \"2\")") ==
        "4:14 the bundle 'sub' is not defined [undefined-bundle]\n"
    );
    const std::string undefined = "bundle agent main { files: \"x\" perms => nowhere; }";
    CHECK(checked(undefined, {.extent = Extent::file}) == "");
    CHECK(
        checked(undefined, {.extent = Extent::part}) ==
        "1:41 the body 'nowhere' of type 'perms' is not defined in this part of the policy "
        "[undefined-body]  did you mean 'owner'?\n"
    );
}

TEST_CASE("a wrong number of arguments is a warning where the promise may never be reached") {
    const auto edits = [](const std::string& guard, const CheckOptions& options) {
        return checked(
            "bundle agent main { files: " + guard +
                "\n\"/x\" edit_line => e(\"a\", \"b\"); }\nbundle edit_line e(x) { }",
            options
        );
    };
    CHECK(edits("", {}).starts_with("2:19 the bundle 'e' takes 1 argument, not 2 [wrong-arity]"));
    CHECK(edits("linux::", {})
              .starts_with("2:19 the bundle 'e' takes 1 argument, not 2; the promise fails when "
                           "its condition holds "
                           "[wrong-arity-in-condition]"));
    const CheckOptions reference{.strictness = Strictness::reference};
    CHECK(edits("", reference) == "");
    CHECK(
        checked(
            "bundle agent main { methods: linux::\n\"x\" usebundle => b(\"a\"); }\nbundle agent b "
            "{ }",
            reference
        )
            .find("[wrong-arity]") != std::string::npos
    );
}

TEST_CASE("hints name bundles of other namespaces and bodies of other types") {
    CHECK(
        checked("body file control { namespace => \"n\"; }\nbundle agent b { }\n"
                "body file control { namespace => \"default\"; }\n"
                "bundle agent main { methods: \"x\" usebundle => b; }"
        ) == "4:47 the bundle 'b' is not defined [undefined-bundle]  did you mean 'n:b'?\n"
    );
    CHECK(
        checked("body copy_from c { source => \"/x\"; }\n"
                "bundle agent main { files: \"x\" perms => c; }") ==
        "2:41 the body 'c' of type 'perms' is not defined [undefined-body]  "
        "'c' is a body of type 'copy_from'\n"
    );
}

TEST_CASE("a mode must be one that a file can have") {
    const auto with_mode = [](const std::string& mode) {
        return checked("body perms m { mode => \"" + mode + "\"; }");
    };
    for (const char* mode : {"644", "0644", "2775", "u=rwx,go-w", "o+,u+x", "+111", "$(mode)"})
        CHECK(with_mode(mode) == "");
    for (const char* mode : {"0999", "88", "u+z", "rw-r--r--", "+-", "u=", "+x", "u+x,+x"}) {
        CHECK(
            with_mode(mode) == "1:24 the value of 'mode': '" + std::string(mode) +
                                   "' is not a mode, such as 644 or u=rw,go-w [bad-value]\n"
        );
    }
}

TEST_CASE("an empty word of an attribute counts as none") {
    CHECK(
        body("contain", "useshell => \"\";") ==
        "2:13 an empty value of 'useshell' counts as none [empty-word]\n"
    );
}

TEST_CASE("each promise needs a comment when require_comments is true") {
    const auto requiring = [](const std::string& word) {
        return checked(
            "body common control { require_comments => \"" + word +
            "\"; }\n"
            "bundle agent main { reports: \"a\"; \"b\" comment => \"c\"; }"
        );
    };
    CHECK(requiring("false") == "");
    for (const char* word : {"true", "yes", "on"}) {
        CHECK(
            requiring(word) == "2:30 the promise has no 'comment', which 'require_comments' of "
                               "'body common control' wants [missing-comment]\n"
        );
    }
}

TEST_CASE("a pattern of a body must be a regular expression") {
    CHECK(checked("body file_select f { leaf_name => { \".*\\.txt\", \"$(x)(\" }; }") == "");
    CHECK(checked("body file_select f { leaf_name => { \"*.txt\" }; }")
              .starts_with("1:37 the value of 'leaf_name' is not a regular expression, so that "
                           "nothing matches it: "));
}

TEST_CASE("a umask must be octal digits, or inherited") {
    for (const char* mask : {"0", "022", "0077", "inherited", "$(mask)"})
        CHECK(body("contain", "umask => \"" + std::string(mask) + "\";") == "");
    for (const char* mask : {"999", "u=rw", "12345", ""}) {
        CHECK(
            body("contain", "umask => \"" + std::string(mask) + "\";") ==
            "2:10 the value of 'umask' is not a file mode creation mask (as 022, or inherited), so "
            "that the command does not run: '" +
                std::string(mask) + "' [bad-mask]\n"
        );
    }
}

TEST_CASE("criteria must be combined as classes are") {
    const auto with_result = [](const std::string& result) {
        return checked("body file_select f { file_result => \"" + result + "\"; }");
    };
    for (const char* result : {"mode", "leaf_name.(mode|!size)", "mode&&size", "$(result)"})
        CHECK(with_result(result) == "");
    CHECK(
        with_result("mode&&") ==
        "1:37 the value of 'file_result' is not an expression of criteria, so that it selects "
        "nothing: it ends too early [bad-criteria]\n"
    );
    CHECK(with_result("(mode").find("[bad-criteria]") != std::string::npos);
    CHECK(
        checked("body process_select p { process_result => \"|pid\"; }") ==
        "1:43 the value of 'process_result' is not an expression of criteria, so that it selects "
        "nothing: unexpected '|pid' [bad-criteria]\n"
    );
}

TEST_CASE("an interpreter must have an absolute path") {
    const auto with_interpreter = [](const std::string& interpreter) {
        return checked(
            R"(promise agent p { path => "/p"; interpreter => ")" + interpreter + R"("; })",
            {.file_exists = [](const std::string& path
                            ) { return path == "/p" || path == "/usr/bin/python3"; }}
        );
    };
    CHECK(with_interpreter("") == "");
    CHECK(with_interpreter("/usr/bin/env python3") == "");
    CHECK(with_interpreter("$(python)") == "");
    CHECK(
        with_interpreter("python3") == "1:48 the interpreter 'python3' is not an absolute path "
                                       "[relative-interpreter]  did you mean '/usr/bin/python3'?\n"
    );
    CHECK(
        with_interpreter("py") == "1:48 the interpreter 'py' is not an absolute path "
                                  "[relative-interpreter]  modules are started without a search of "
                                  "PATH\n"
    );
}

TEST_CASE("bundles and bodies differ when their namespaces differ") {
    const std::string policy = "bundle agent b { }\n"
                               "body file control { namespace => \"n\"; }\n"
                               "bundle agent b { }\n"
                               "bundle agent c { methods: \"x\" usebundle => ";
    CHECK(checked(policy + "b; }") == "");
    CHECK(checked(policy + "default:b; }") == "");
    CHECK(
        checked(policy + "default:c; }") ==
        "4:44 the bundle 'default:c' is not defined [undefined-bundle]  did you mean 'c'?\n"
    );
}

TEST_CASE("a call is an error when function, arguments or result do not fit") {
    CHECK(promise("vars", "string => canonify(\"a\")") == "");
    CHECK(
        promise("vars", "string => cannonify(\"a\")") ==
        "2:15 unknown function 'cannonify' [undefined-function]  did you mean 'canonify'?\n"
    );
    CHECK(
        promise("vars", "string => canonify(\"a\", \"b\")") ==
        "2:15 the function 'canonify' takes 1 argument, not 2 [wrong-arity]\n"
    );
    CHECK(
        promise("vars", "data => canonify(\"a\")") ==
        "2:13 'data' takes a data container, but 'canonify' returns a string [wrong-result]  "
        "string "
        "=> canonify(...)\n"
    );
    CHECK(promise("vars", "string => now()") == "");
    CHECK(
        promise("vars", "slist => canonify(\"a\")") ==
        "2:14 'slist' takes a list of strings, but 'canonify' returns a string [wrong-result]  "
        "string => canonify(...)\n"
    );
    CHECK(
        promise("classes", "and => userexists(\"root\")") ==
        "2:12 'and' takes a list of conditions, but 'userexists' returns a condition "
        "[wrong-result]  "
        "{ userexists(...) }\n"
    );
    CHECK(promise("classes", "and => { userexists(\"root\") }") == "");
    CHECK(
        promise("vars", "string => canonify(reverse(l))") ==
        "2:24 argument 1 of 'canonify' takes one value, but 'reverse' returns a list of strings "
        "[list-argument]\n"
    );
    CHECK(promise("vars", "string => concat(reverse(l))") == "");
    CHECK(
        promise("vars", "string => concat(cannonify())") ==
        "2:22 unknown function 'cannonify' [undefined-function]  did you mean 'canonify'?\n"
    );
    CHECK(
        promise("vars", "string => hash(\"a\", \"md6\")") ==
        "2:25 argument 2 of 'hash': 'md6' is not md5, sha1, sha256, sha384 or sha512 "
        "[bad-argument]  did you mean 'md5'?\n"
    );
}

TEST_CASE("terms of a custom promise take the values of action bodies") {
    const std::string type = "promise agent t { path => \"/t\"; interpreter => \"/i\"; }\n";
    const auto custom = [&](const std::string& attributes) {
        return checked(type + "bundle agent main { t: \"a\" " + attributes + "; }");
    };
    CHECK(custom("action_policy => \"warn\", log_level => \"info\", ifelapsed => \"$(x)\"") == "");
    CHECK(
        custom("action_policy => \"wran\"") ==
        "2:45 'action_policy' means what it does in an 'action' body, which does not take this "
        "value: 'wran' is not fix, warn or nop [bad-term]  did you mean 'warn'?\n"
    );
    CHECK(custom("expireafter => \"soon\"").find("[bad-term]") != std::string::npos);
}

TEST_CASE("class expressions are checked when the policy is loaded") {
    CHECK(promise("vars", "string => \"a\", if => \"a.(b|!c)&&$(d)_e\"") == "");
    CHECK(
        promise("vars", "string => \"a\", if => \"a.\"") ==
        "2:26 this is not a class expression: it ends too early [bad-class-expression]\n"
    );
    CHECK(
        checked("bundle agent main { vars: a.|b::\n\"x\" string => \"y\"; }") ==
        "1:27 this is not a class expression: unexpected '|b' [bad-class-expression]\n"
    );
    CHECK(
        promise("vars", "string => \"a\", if => \"my-class\"") ==
        "2:26 this is not a class expression and never holds: unexpected '-class' "
        "[class-expression-never-holds]\n"
    );
    CHECK(
        checked("bundle agent main { vars: a b::\n\"x\" string => \"y\"; }") ==
        "1:27 this is not a class expression: unexpected 'b' [bad-class-expression]  operators "
        "are . or & for and, | for or, ! for not\n"
    );
    CHECK(
        checked("bundle agent main { vars: \"a b\"::\n\"x\" string => \"y\"; }") ==
        "1:27 this is not a class expression and never holds: unexpected 'b' "
        "[class-expression-never-holds]\n"
    );
    CHECK(
        promise("classes", "or => { \"linux\", \"a&&\" }") ==
        "2:22 this is not a class expression and never holds: it ends too early "
        "[class-expression-never-holds]\n"
    );
    CHECK(
        checked("bundle agent main { reports: !any::::\n\"x\"; }") ==
        "1:30 no class is ever called 'any::': two colons end a class expression [colon-at-end]\n"
    );
    CHECK(
        body("perms", "\"$(x)\":: mode => \"600\";") ==
        "2:1 a class guard in quotes is not allowed in a body [variable-guard]\n"
    );
}

TEST_CASE("a comma before the first argument has no effect") {
    CHECK(
        checked("bundle agent main { files: \"/x\" perms => m(, \"600\"); }\n"
                "body perms m(mode) { mode => \"$(mode)\"; }"
        ) == "1:44 an empty argument before this comma is ignored [empty-argument]\n"
    );
}

TEST_CASE("a definition or handle is an error when it is not the first") {
    CHECK(
        checked("bundle agent b { }\nbundle agent b { }\n") ==
        "2:14 bundle 'b' of type 'agent' is defined twice [duplicate-definition]\n"
        "1:14 first defined here\n"
    );
    CHECK(checked("bundle agent b { }\nbundle edit_line b { }\n") == "");
    CHECK(
        checked("body perms b { }\nbody perms b { }\n") ==
        "2:12 body 'b' of type 'perms' is defined twice [duplicate-definition]\n"
        "1:12 first defined here\n"
    );
    CHECK(
        checked("bundle agent main { reports:\n\"a\" handle => \"h\";\n\"b\" handle => \"h\"; }") ==
        "3:15 another promise under the same guard has the handle 'h' [duplicate-handle]\n"
        "2:1 first used here\n"
    );
    CHECK(
        checked(
            "bundle agent main { reports:\n\"a\" handle => \"h\"; linux:: \"b\" handle => \"h\"; }"
        ) == ""
    );
}

TEST_CASE("a body inherits from a body of its type other than itself") {
    CHECK(checked("body perms a { }\nbody perms b { inherit_from => a; }") == "");
    CHECK(
        checked("body perms a { inherit_from => b; }\nbody perms b { inherit_from => a; }") ==
        "1:32 the body 'a' inherits from itself [inherits-itself]\n"
        "2:32 the body 'b' inherits from itself [inherits-itself]\n"
    );
    CHECK(
        checked("body perms b { inherit_from => a; }") ==
        "1:32 the parent body 'a' of type 'perms' is not defined, so nothing is inherited "
        "[undefined-parent]\n"
    );
}

TEST_CASE("a body has the attributes of its type, or any when its type is not built in") {
    CHECK(
        body("perms", "modes => \"600\";") == "2:1 unknown attribute 'modes' of 'body perms b' "
                                              "[unknown-body-attribute]  did you mean 'mode'?\n"
    );
    CHECK(body("repository", "anything => { \"goes\" };") == "");
    CHECK(
        checked("body agent control { inform => \"treu\"; }") ==
        "1:32 the value of 'inform': 'treu' is not true, false, yes, no, on or off [bad-value]  "
        "did "
        "you mean 'true'?\n"
    );
    CHECK(
        body("agent", "abortclasses => { \"x\" };") ==
        "2:1 'abortclasses' has an effect only in 'body agent control' [control-attribute]  did "
        "you "
        "mean 'body agent control'?\n"
    );
    CHECK(body("agent", "ifelapsed => \"1\";") == ""); // as in bodies of type action
    CHECK(
        checked("body agnet control { }") ==
        "1:12 the language has no 'body agnet control' [unknown-control-body]\n"
    );
}

TEST_CASE("a variable has one type and a name that is not a number") {
    CHECK(
        promise("vars", "string => \"a\", slist => { \"b\" }") ==
        "2:20 the variable has two types, 'string' and 'slist' [two-types]\n"
    );
    CHECK(
        checked("bundle agent main { vars: \"12\" string => \"a\"; \"a.b.c\" string => \"a\"; }") ==
        "1:27 the name of a variable cannot be a number like '12' [numeric-name]\n"
        "1:47 'a.b.c' is not a valid variable name: it has more than one dot [bad-variable-name]\n"
    );
}

TEST_CASE("a promise type that is missing is reported once") {
    constexpr MissingType missing[] = {{"storage", "it has no disk", "buy one"}};
    CheckOptions options;
    options.missing_types = missing;
    CHECK(
        checked(
            "bundle agent main { storage: \"/a\"; \"/b\"; files: \"/c\" create => \"true\"; }",
            options
        ) ==
        "1:21 promises of the type 'storage' cannot be kept: it has no disk [not-implemented]  buy "
        "one\n"
    );
}

} // namespace check_test
