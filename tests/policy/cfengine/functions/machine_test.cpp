#include "tests/support/function_table.h"

#include <doctest/doctest.h>

namespace machine_test {

using namespace vow;
using namespace vow::test;

TEST_CASE("times and durations are computed") {
    FakeSurroundings around;
    check_calls(
        R"(
        accumulated | 1 | 1 | 1 | 1 | 1 | 1 => 34218061
        accumulated | x | 1 | 1 | 1 | 1 | 1 => -
        ago | 0 | 0 | 0 | 0 | 1 | 0 => 1699999940
        ago | 500 | 0 | 0 | 0 | 0 | 0 => 0
        ago | x | 0 | 0 | 0 | 0 | 0 => -
        now => 1700000000
        laterthan | 2020 | 1 | 1 | 0 | 0 | 0 => true
        laterthan | 2030 | 1 | 1 | 0 | 0 | 0 => false
        laterthan | x | 1 | 1 | 0 | 0 | 0 => -
        on | x | 0 | 0 | 0 | 0 | 0 => -
        strftime | gmtime | %Y-%m-%d %H | 0 => 1970-01-01 00
        strftime | gmtime | %Y | x => -
    )",
        around
    );
    const std::string seconds = result_of("on", {"2020", "1", "1", "0", "0", "0"}, around);
    CHECK(result_of("strftime", {"localtime", "%Y-%m-%d", seconds}, around) == "2020-02-02");
}

TEST_CASE("users and groups are looked up, listed and filtered") {
    FakeSurroundings around;
    around.fakes.host.known_users = {
        {"root", 0, 0, "the root", "/root", "/bin/sh"},
        {"ann", 1000, 100, "Ann", "/home/ann", "/bin/zsh"}};
    around.fakes.host.known_groups = {{"root", 0, {}}, {"users", 100, {"bob", "cyd"}}};
    check_calls(
        R"(
        getuid | ann => 1000
        getuid | nobody => -
        userexists | ann => true
        userexists | 1000 => true
        userexists | zoe => false
        getuserinfo | 0 => {"description":"the root","gid":0,"home_dir":"/root","shell":"/bin/sh","uid":0,"username":"root"}
        getuserinfo | zoe => -
        getuserinfo => -
        getusers | ann | "" => [root]
        getusers | "" | 0,7 => [ann]
        getusers => [root,ann]
        findlocalusers | ["name=a.*","uid=1000"] => {"ann":{"dir":"/home/ann","gecos":"Ann","gid":100,"shell":"/bin/zsh","uid":1000}}
        findlocalusers | ["name=z"] => {}
        findlocalusers | ["height=1"] => -
        findlocalusers | nothing => -
        useringroup | bob | users => true
        useringroup | ann | users => true
        useringroup | root | users => false
        useringroup | root | none => false
        getgid | users => 100
        getgid | none => -
        groupexists | 100 => true
        groupexists | none => false
        getgroupinfo | users => {"gid":100,"members":["bob","cyd"],"name":"users"}
        getgroupinfo | none => -
        getgroups | users | "" => [root]
        getgroups => [root,users]
        findlocalgroups | ["members=bob,c.*"] => {"users":{"gid":100,"members":["bob","cyd"]}}
        findlocalgroups | ["gid=0"] => {"root":{"gid":0,"members":[]}}
        findlocalgroups | ["uid=0"] => -
    )",
        around
    );
}

TEST_CASE("a command runs when it is executable") {
    FakeSurroundings around;
    FakeHost& host = around.fakes.host;
    host.statuses["/bin/tool"] = {.kind = FileKind::regular, .mode = 0755};
    host.files["/bin/text"] = "";
    host.commands["/bin/tool a"] = {3, "out\n\n"};
    host.commands["/bin/tool"] = {0, ""};
    host.commands["echo x"] = {0, "x\n"};
    host.variables["HOME"] = "/root";
    check_calls(
        R"(
        execresult | /bin/tool a | noshell => out
        execresult | echo x | useshell | stdout => x
        execresult | echo x | noshell => -
        execresult | /bin/text | noshell => -
        execresult | /none | useshell => -
        execresult_as_data | /bin/tool a | noshell => {"exit_code":3,"output":"out"}
        execresult_as_data | /none | noshell => -
        returnszero | /bin/tool | noshell => true
        returnszero | /bin/tool a | noshell => false
        returnszero | /none | noshell => false
        getenv | HOME | 3 => /ro
        getenv | NOPE | 3 => ""
        getenv | HOME | x => -
    )",
        around
    );
}

TEST_CASE("modules define classes and variables") {
    FakeSurroundings around;
    FakeHost& host = around.fakes.host;
    around.fakes.facts.facts["workdir"] = std::string("/w");
    host.files["/w/modules/m.py"] = "";
    host.commands["/w/modules/m.py arg"] = {0, "=x=1\n+made\n"};
    host.commands["/w/modules/m.py bad"] = {1, ""};
    host.files["/protocol"] = "^context=other\n@l= { \"a\", 'b' }\n";
    check_calls(
        R"(
        usemodule | m.py | arg => true
        usemodule | m.py | bad => false
        usemodule | none | arg => -
        read_module_protocol | /protocol => true
        read_module_protocol | /none => false
    )",
        around
    );
    CHECK(*around.variable("m_py.x")->text() == "1");
    CHECK(around.holds("made") == true);
    CHECK((*around.variable("other.l")->list())->at(1) == "b");
}

TEST_CASE("processes and kernel parameters are read") {
    FakeSurroundings around;
    around.fakes.host.known_processes = {
        {.pid = 7, .parent = 1, .owner = "root", .command = "/usr/sbin/sshd -D"}};
    around.fakes.host.files["/proc/sys/net/ipv4/ip_forward"] = "1\n";
    check_calls(
        R"(
        processexists | sshd => true
        processexists | none => false
        processexists | [ => -
        findprocesses | sshd => [{"line":"root 7 1 /usr/sbin/sshd -D","pid":7}]
        findprocesses | [ => -
        sysctlvalue | net.ipv4.ip_forward => 1
        sysctlvalue | net.none => -
        data_sysctlvalues => {"net.ipv4.ip_forward":"1"}
    )",
        around
    );
}

TEST_CASE("an address is compared with ranges") {
    FakeSurroundings around;
    auto& facts = around.fakes.facts.facts;
    facts["ip_addresses"] = std::vector<std::string>{"127.0.0.1", "10.1.2.3"};
    facts["ipv4[eth0_1]"] = std::string("10.1.2.3");
    facts["uqhost"] = std::string("web12");
    facts["fqhost"] = std::string("web12.example.org");
    around.fakes.host.files["/hosts"] = "a\nweb12\nc\n# x\nd\n";
    check_calls(
        R"(
        isipinsubnet | 10.0.0.0/8 | 192.168.1.1 | 10.9.9.9 => true
        isipinsubnet | 10.0.0.0/8 | 192.168.1.1 => false
        isipinsubnet | 10.0.1-3.0-9 | 10.0.2.5 => true
        isipinsubnet | 10.0.1-3.0-9 | 10.0.2.10 => false
        isipinsubnet | 2001:db8::/32 | 2001:db8:1::5 => true
        isipinsubnet | 2001:db8::1-20 | 2001:db8::1f => true
        isipinsubnet | 2001:db8::1-20 | 2001:db8::21 => false
        isipinsubnet | 10.0.0.0/40 | 10.0.0.1 => -
        isipinsubnet | 10.0.0 | 10.0.0.1 => -
        iprange | 10.1.0.0/16 => true
        iprange | 10.1.0.0/16 | eth0:1 => true
        iprange | 10.1.0.0/16 | lo => false
        iprange | 11.0.0.0/8 => false
        iprange | x => -
        hostrange | web | 1-20 => true
        hostrange | web | 13-20 => false
        hostrange | web | x => -
        peers | /hosts | #[^\n]* | 3 => [a,c]
        peers | /none | #.* | 3 => -
        peerleader | /hosts | #[^\n]* | 3 => a
        peerleader | /hosts | #[^\n]* | 1 => -
        peerleaders | /hosts | #[^\n]* | 3 => [a,d]
        peerleaders | /none | #[^\n]* | 3 => -
    )",
        around
    );
}

} // namespace machine_test
