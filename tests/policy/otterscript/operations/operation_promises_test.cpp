#include "policy/otterscript/language.h"
#include "tests/support/fake_world.h"
#include "tests/support/promise_text.h"

#include <doctest/doctest.h>

namespace operation_promises_test {

using namespace vow;

/// The promises by which a plan is kept.
std::string promises_of(const std::string& plan) {
    test::FakeWorld fake;
    for (const char* type :
         {"archives", "commands", "files", "git", "groups", "http", "packages", "systemd", "users"})
        fake.catalogue.add({.name = type});
    fake.host.files = {
        {"/plan.otter", plan},
        {"/a/x.txt", "x"},
        {"/d/a1", "1"},
        {"/d/a2", "2"},
        {"/old", "o"},
        {"/a.zip", "z"},
        {"/etc/hosts", "127.0.0.1 localhost\n"}};
    const auto language = otterscript::make_language({});
    Diagnostics diagnostics;
    const auto policy = language->load("/plan.otter", fake.world, diagnostics);
    REQUIRE_MESSAGE(policy, plan);
    policy->run();
    return test::promise_text(fake.keeper);
}

struct Row {
    std::string statement;
    std::string promises;
};

TEST_CASE("operations are kept by promises of bundled modules") {
    const Row rows[] = {
        {"Ensure-File /f;",
         R"(files /f {"create":"true"}
)"},
        {"Ensure-File /f (Text: a, Owner: ann, Group: staff, FileMode: 640);",
         R"(files /f {"content":"a","perms":{"mode":"640","owners":["ann"],"groups":["staff"],"rxdirs":"false"}}
)"},
        {"Ensure-File /f (Exists: false);",
         R"(files /f {"delete":{"rmdirs":"false"}}
)"},
        {"Ensure-Directory /d (FileMode: 755);",
         R"(files /d/. {"create":"true","perms":{"mode":"755","rxdirs":"false"}}
)"},
        {"Ensure-Directory /d (Exists: false);",
         R"(files /d {"delete":{"rmdirs":"true"},"depth_search":{"depth":"inf","include_basedir":"true"},"file_select":{"leaf_name":[".*"],"file_result":"leaf_name"}}
files /d {"delete":{"rmdirs":"true"}}
)"},
        {"Create-File /f (Text: a, Overwrite: true);",
         R"(files /f {"content":"a","perms":{"mode":"644","rxdirs":"false"}}
)"},
        {"Rename-File (From: /old, To: /new);",
         R"(files /old {"rename":{"newname":"/new"}}
)"},
        {"Delete-Files (Include: @(a*), Directory: /d);",
         R"(files /d/a1 {"delete":{"rmdirs":"false"}}
files /d/a2 {"delete":{"rmdirs":"false"}}
)"},
        {"Set-FileAttributes (Directory: /d, Include: @(**), FileMode: 600);",
         R"(files /d/a1 {"perms":{"mode":"600","rxdirs":"false"}}
files /d/a2 {"perms":{"mode":"600","rxdirs":"false"}}
)"},
        {"Copy-Files (From: /a, To: /b, Include: @(**));",
         R"(files /b/x.txt {"copy_from":{"source":"/a/x.txt","compare":"digest","copy_backup":"false"},"perms":{"mode":"644","rxdirs":"false"}}
)"},
        {"Concatenate-Files /all (Directory: /d, Include: @(a*));",
         R"(files /all {"create":"true","edited":{"content":"12","whole":"true","backup":"false","change":"update file '/all'","message":"Updated file '/all'"}}
)"},
        {"Exec /bin/echo (Arguments: hello);",
         R"(commands "/bin/echo" {"arglist":["hello"],"contain":{"chdir":"/","umask":"022"},"output_level":"info","error_level":"notice","inform":"false"}
)"},
        {"SHExec >>echo hello>>;",
         R"(commands "/bin/sh" {"arglist":["-c","vow_script=$(cat) && exec </dev/null && eval \"unset vow_script; $vow_script\"","sh"],"stdin":"echo hello","contain":{"chdir":"/","umask":"022"},"output_level":"info","error_level":"notice","inform":"false"}
)"},
        {"Ensure-Group staff (Members: @(ann, bob));",
         R"(groups staff {"policy":"present","members":{"only":["ann","bob"]}}
)"},
        {"Ensure-Group staff (Exists: false);",
         R"(groups staff {"policy":"absent"}
)"},
        {"Ensure-User ann (Groups: @(staff), Shell: /bin/sh);",
         R"(users ann {"policy":"present","groups_secondary":["staff"],"shell":"/bin/sh"}
)"},
        {"Ensure-User ann (Exists: false);",
         R"(users ann {"policy":"absent"}
)"},
        {"Ensure-Package nginx;",
         R"(packages nginx {"policy":"present"}
)"},
        {"Ensure-Package nginx (Version: 1.2);",
         R"(packages nginx {"policy":"present","version":"1.2"}
)"},
        {"Ensure-Package nginx (Exists: false);",
         R"(packages nginx {"policy":"absent"}
)"},
        {"Ensure-Service nginx (Running: true, Enabled: true);",
         R"(systemd nginx {"state":"started","enabled":"true"}
)"},
        {"Ensure-Service nginx (Running: false);",
         R"(systemd nginx {"state":"stopped"}
)"},
        {"Ensure-HostsEntry (Host: web, IP: 10.0.0.1);",
         R"(files /etc/hosts {"create":"true","edited":{"content":"127.0.0.1 localhost\n10.0.0.1 web\n","whole":"true","backup":"false","change":"update file '/etc/hosts'","message":"Updated file '/etc/hosts'"}}
)"},
        {"Create-ZipFile /a.zip (Directory: /d);", ""}, // it is there
        {"Create-ZipFile /a.zip (Directory: /d, Overwrite: true);",
         R"(archives /a.zip {"from":"/d","format":"zip"}
)"},
        {"Extract-ZipFile /a.zip (Directory: /d);",
         R"(archives /a.zip {"into":"/d"}
)"},
        {"Git::Checkout-Code https://example.org/r.git (OutputDirectory: /r, Branch: main);",
         R"(git /r {"repository":"https://example.org/r.git","version":"main","recursive":"true"}
)"},
        {"Get-Http http://example.org/;",
         R"(files /tmp/otterscript/1700000000-42/. {"create":"true"}
http http://example.org/ {"method":"GET","file":"/tmp/otterscript/1700000000-42/response-1"}
)"},
        {"Download-Http http://example.org/f (FileName: /f);",
         R"(http http://example.org/f {"method":"GET","file":"/f"}
)"},
        {"Download-Http https://example.org/f (FileName: /f, UserName: ann, Password: p/w, "
         "IgnoreSslErrors: true);",
         R"(http https://example.org/f {"method":"GET","file":"/f","url":"https://ann:p%2Fw@example.org/f","insecure":"true"}
)"},
        {"Git::Checkout-Code (RepositoryUrl: https://old@example.org/r.git, To: /r, UserName: ann, "
         "Password: pw);",
         R"(git /r {"repository":"https://ann:pw@example.org/r.git","version":"HEAD","recursive":"true"}
)"},
        {"set $Repository = https://example.org/r.git; set $Commit = abc; Git::Checkout-Code (To: "
         "/r);",
         R"(git /r {"repository":"https://example.org/r.git","version":"abc","recursive":"true"}
)"},
        {"Set-FileAttributes (Directory: /d, FileMode: 600);",
         R"(files /d/a1 {"perms":{"mode":"600","rxdirs":"false"}}
files /d/a2 {"perms":{"mode":"600","rxdirs":"false"}}
)"},
        {"Post-Http http://example.org/ (TextData: a);",
         R"(files /tmp/otterscript/1700000000-42/. {"create":"true"}
http http://example.org/ {"method":"POST","file":"/tmp/otterscript/1700000000-42/response-1","payload":"a","headers":["Content-Type: text/plain"]}
)"},
        {"Post-Http http://example.org/ (TextData: a, FormData: %(b: c));",
         R"(files /tmp/otterscript/1700000000-42/. {"create":"true"}
http http://example.org/ {"method":"POST","file":"/tmp/otterscript/1700000000-42/response-1","payload":"a","headers":["Content-Type: text/plain"]}
)"},
        {"Apply-Template (Literal: a, OutputFile: /t);",
         R"(files /t {"content":"a"}
)"},
        {"Ensure-files /f (create: true);",
         R"(files /f {"create":"true"}
)"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.statement);
        CHECK(promises_of(row.statement) == row.promises);
    }
}

} // namespace operation_promises_test
