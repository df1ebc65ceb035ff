#include "policy/inmanta/language.h"
#include "tests/support/fake_world.h"
#include "tests/support/promise_text.h"

#include <doctest/doctest.h>

namespace resource_promises_test {

using namespace vow;

/// The promises by which a model is kept.
std::string promises_of(const std::string& resources) {
    test::FakeWorld fake;
    for (const char* type : {"commands", "files", "packages", "systemd"})
        fake.catalogue.add({.name = type});
    fake.host.files["/main.cf"] =
        "import std\nimport exec\nhost = std::Host(name=\"localhost\", os=std::linux)\n" +
        resources;
    const auto language = inmanta::make_language({});
    Diagnostics diagnostics;
    const auto policy = language->load("/main.cf", fake.world, diagnostics);
    REQUIRE_MESSAGE(policy, resources);
    policy->run();
    return test::promise_text(fake.keeper);
}

struct Row {
    std::string resource;
    std::string promises;
};

TEST_CASE("resources are kept by promises of bundled modules") {
    const Row rows[] = {
        {R"(std::File(host=host, path="/f", content="a", mode=640, owner="ann", group="staff"))",
         R"(files /f {"content":"a","perms":{"mode":"0640","owners":["ann"],"groups":["staff"],"rxdirs":"false"}}
)"},
        {R"(std::File(host=host, path="/f", content="", mode=640, owner="a", group="s", purged=true))",
         R"(files /f {"delete":{"rmdirs":"false"}}
)"},
        {R"(std::Directory(host=host, path="/d", mode=755, owner="ann", group="staff"))",
         R"(files /d/. {"create":"true","perms":{"mode":"0755","owners":["ann"],"groups":["staff"],"rxdirs":"false"}}
)"},
        {R"(std::Directory(host=host, path="/d", mode=755, owner="a", group="s", purged=true))",
         {}},
        {R"(std::Symlink(host=host, source="/a", target="/b"))",
         R"(files /b {"move_obstructions":"true","link_from":{"source":"/a","when_no_source":"force"}}
)"},
        {R"(std::Symlink(host=host, source="/a", target="/b", purged=true))", ""},
        {R"(std::Service(host=host, name="nginx", state="running", onboot=true))",
         R"(systemd nginx {"state":"started","enabled":"true"}
)"},
        {R"(std::Service(host=host, name="nginx", state="stopped", onboot=false))",
         R"(systemd nginx {"state":"stopped","enabled":"false"}
)"},
        {R"(std::Package(host=host, name="nginx", state="installed"))",
         R"(packages nginx {"policy":"present"}
)"},
        {R"(std::Package(host=host, name="nginx", state="latest"))",
         R"(packages nginx {"policy":"present","version":"latest"}
)"},
        {R"(std::Package(host=host, name="nginx", state="removed"))",
         R"(packages nginx {"policy":"absent"}
)"},
        {R"(exec::Run(host=host, command="/bin/true"))",
         R"(commands "/bin/true" {"arglist":[],"contain":{"exec_timeout":"300","umask":"022"},"repaired_returncodes":["0"]}
)"},
        {R"(exec::Run(host=host, command="/bin/a", onlyif="/bin/b", unless="/bin/c", creates="/x"))",
         {}},
        {R"(exec::Run(host=host, command="a", cwd="/d", timeout=5, environment={"A": "b"}))",
         R"(commands "a" {"arglist":[],"environment":["A=b"],"contain":{"exec_timeout":"5","umask":"022","chdir":"/d"},"repaired_returncodes":["0"]}
)"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.resource);
        CHECK(promises_of(row.resource) == row.promises);
    }
}

} // namespace resource_promises_test
