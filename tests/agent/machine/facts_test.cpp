#include "agent/machine/facts.h"
#include "agent/machine/host.h"

#include <doctest/doctest.h>

#include <algorithm>

#include <sys/utsname.h>

namespace facts_test {

using namespace vow;
using namespace vow::agent;

namespace {

class NeverStopped : public Stop {
public:
    int signal() const override { return 0; }
};

/// A host with a clock that stands still, and a few files of its own.
class FixedHost : public MachineHost {
public:
    using MachineHost::MachineHost;

    Answer<std::string> read_file(const std::string& path, std::size_t limit) override {
        const auto found = files.find(path);
        if (found == files.end()) return {.why_not = "No such file or directory"};
        ++reads;
        return {.value = found->second.substr(0, limit)};
    }
    std::chrono::system_clock::time_point now() override {
        return std::chrono::system_clock::from_time_t(1'000'000'000); // 2001-09-09 01:46:40 UTC
    }

    std::map<std::string, std::string> files;
    int reads = 0;
};

struct Machine {
    NeverStopped stop;
    FixedHost host{stop, Trust::in_everything()};
    MachineFacts facts{
        host, {.work_directory = "/w", .policy = "/p/site.cf", .classes = {"agent"}}};

    std::string text(std::string_view name) {
        const Fact* fact = facts.find(name);
        return fact == nullptr ? "(none)" : std::get<std::string>(*fact);
    }
};

} // namespace

TEST_CASE("a class name gets underscores for the characters it cannot have") {
    CHECK(canonified("Debian 12.1-é") == "Debian_12_1___");
}

TEST_CASE("every moment has classes in universal time") {
    Machine machine;
    for (const char* name :
         {"GMT_Hr01",
          "GMT_Hr1",
          "GMT_Q4",
          "GMT_Hr01_Q4",
          "GMT_Min46",
          "GMT_Min45_50",
          "GMT_Day9",
          "GMT_Sunday",
          "GMT_September",
          "GMT_Yr2001",
          "GMT_Lcycle_0",
          "GMT_Night"}) {
        CAPTURE(name);
        CHECK(machine.facts.is_class(name));
    }
    CHECK_FALSE(machine.facts.is_class("GMT_Hr02"));
    CHECK(machine.text("systime") == "1000000000");
    CHECK(machine.text("sysday") == "11574");
}

TEST_CASE("a distribution has classes for its name, version and family") {
    Machine machine;
    machine.host.files["/etc/os-release"] =
        "# comment\nID=rhel\nVERSION_ID=\"9.4\"\nNAME='Red Hat'\n";
    for (const char* name : {"rhel", "rhel_9", "rhel_9_4", "redhat", "redhat_9", "redhat_9_4"}) {
        CAPTURE(name);
        CHECK(machine.facts.is_class(name));
    }
    CHECK(machine.text("flavor") == "rhel_9");
    CHECK(machine.text("flavour") == "rhel_9");
    CHECK(machine.text("os_name_human") == "RHEL");
    CHECK(machine.text("os_version_major") == "9");
    CHECK(machine.text("os_version_minor") == "4");
    CHECK(machine.text("doc_root") == "/var/www/html");
    CHECK(
        json_text(std::get<Data>(*machine.facts.find("os_release"))) ==
        R"({"ID":"rhel","NAME":"Red Hat","VERSION_ID":"9.4"})"
    );
}

TEST_CASE("Debian's point release comes from its own file") {
    Machine machine;
    machine.host.files["/etc/os-release"] = "ID=debian\nVERSION_ID=\"12\"\n";
    machine.host.files["/etc/debian_version"] = "12.11\n";
    CHECK(machine.facts.is_class("debian_12_11"));
    CHECK(machine.text("flavor") == "debian_12");
    CHECK(machine.text("os_version_minor") == "11");
}

TEST_CASE("a testing release of Debian does not have a point release") {
    Machine machine;
    machine.host.files["/etc/os-release"] = "ID=debian\n";
    machine.host.files["/etc/debian_version"] = "trixie/sid\n";
    CHECK(machine.facts.is_class("debian"));
    CHECK(machine.facts.is_class("debian_trixie"));
    CHECK(machine.text("os_version_major") == "Unknown");
}

TEST_CASE("the distribution is unknown when the machine does not describe it") {
    Machine machine;
    CHECK(machine.text("os_name_human") == "Unknown");
    CHECK(machine.text("flavor") == "(none)");
}

TEST_CASE("a group of facts is discovered once, when one of its names is first used") {
    Machine machine;
    machine.host.files["/etc/os-release"] = "ID=debian\nVERSION_ID=\"12\"\n";
    CHECK(machine.facts.is_class("any"));
    CHECK(machine.facts.is_class("linux"));
    CHECK(machine.text("workdir") == "/w");
    CHECK(machine.host.reads == 0);
    CHECK_FALSE(machine.facts.is_class("some_class_of_the_policy"));
    const int reads = machine.host.reads;
    CHECK_FALSE(machine.facts.is_class("another_one"));
    CHECK(machine.host.reads == reads);
}

TEST_CASE("the folders of Debian's package of the reference are not all below its work directory") {
    Machine other;
    CHECK(other.text("bindir") == "/w/bin");
    CHECK(other.text("logdir") == "/w");
    CHECK(other.text("piddir") == "/w");
    MachineFacts facts{
        other.host, {.work_directory = "/var/lib/cfengine3", .policy = "/p/site.cf"}};
    const auto text = [&](std::string_view name) {
        return std::get<std::string>(*facts.find(name));
    };
    CHECK(text("bindir") == "/usr/bin");
    CHECK(text("logdir") == "/var/log/cfengine3");
    CHECK(text("piddir") == "/var/run/cfengine3");
    CHECK(text("inputdir") == "/var/lib/cfengine3/inputs");
}

TEST_CASE("the kernel's name and machine are classes and values") {
    Machine machine;
    utsname kernel{};
    REQUIRE(::uname(&kernel) == 0);
    CHECK(machine.text("arch") == kernel.machine);
    CHECK(machine.text("release") == kernel.release);
    CHECK(machine.facts.is_class("linux_" + canonified(kernel.machine)));
    CHECK(machine.facts.is_class("compiled_on_linux_gnu"));
}

TEST_CASE("the host's own name becomes a class without a network lookup") {
    Machine machine;
    utsname kernel{};
    REQUIRE(::uname(&kernel) == 0);
    std::string name = kernel.nodename;
    std::transform(name.begin(), name.end(), name.begin(), ::tolower);
    machine.host.files["/etc/hosts"] =
        "127.0.0.1 localhost\n192.0.2.7 " + name + ".example.org " + name + " # me\n";
    if (name.find('.') == std::string::npos) {
        CHECK(machine.facts.is_class("example_org"));
        CHECK(machine.text("domain") == "example.org");
        CHECK(machine.text("fqhost") == name + ".example.org");
    }
    CHECK(machine.facts.is_class(canonified(name.substr(0, name.find('.')))));
}

TEST_CASE("folders are below the work directory, and the policy's path is a fact") {
    Machine machine;
    CHECK(machine.text("inputdir") == "/w/inputs");
    CHECK(machine.text("statedir") == "/w/state");
    CHECK(machine.text("local_libdir") == "lib");
    CHECK(machine.text("policy_entry_dirname") == "/p");
    CHECK(machine.text("policy_entry_basename") == "site.cf");
    CHECK(machine.text("policy_hub") == "(none)");
}

TEST_CASE("the release of the policy comes from a file next to it") {
    Machine machine;
    machine.host.files = {{"/p/cf_promises_release_id", R"({"releaseId": "abc123"})"}};
    CHECK(machine.text("policy_release_id") == "/p/abc123");
    Machine silent;
    CHECK(silent.text("policy_release_id") == "/p/");
}

TEST_CASE("a host that was introduced to a server is a client of it") {
    Machine machine;
    machine.host.files = {{"/w/policy_server.dat", "192.0.2.7\n"}};
    CHECK(machine.text("policy_hub") == "192.0.2.7");
    CHECK(machine.text("cfengine_role") == "client");
    CHECK(!machine.facts.is_class("policy_server"));
}

TEST_CASE("the digest of the public key's numbers is a fact and a class") {
    Machine machine;
    machine.host.files = {
        {"/w/ppkeys/localhost.pub",
         "-----BEGIN RSA PUBLIC KEY-----\n"
         "MIGJAoGBAOJUpYyHoJB35vQ2BWST1kgcV/OxHv7AZjB7d0F9p61ZAVUYJK0gpmSw\n"
         "WbBO+/9qWRV0FmD+0G3WDcmsNgZ7N0PJlBt6usLndHc6niwgamsQkAW3Qi+myH1Y\n"
         "XlpWaf6XgNS/sMTK6iClVM5GNz2w3ZkWw5x4JzSfNsgqxbn9zDrZAgMBAAE=\n"
         "-----END RSA PUBLIC KEY-----\n"}};
    CHECK(machine.text("key_digest") == "MD5=6a6efb86775f8b7a9e360ac9f899d9c4");
    CHECK(machine.facts.is_class("PK_MD5_6a6efb86775f8b7a9e360ac9f899d9c4"));
    Machine broken;
    broken.host.files = {{"/w/ppkeys/localhost.pub", "no key"}};
    CHECK(broken.text("key_digest") == "(none)");
}

TEST_CASE("an interface has the IPv6 address with the widest scope") {
    Machine machine;
    machine.host.files = {
        {"/proc/net/if_inet6",
         "00000000000000000000000000000001 01 80 10 80       lo\n"
         "20010db8000000000000000000000001 02 40 00 80     eth0\n"
         "fe80000000000000000000fffe000001 02 40 20 80     eth0\n"
         "fe80000000000000000000fffe000002 03 40 20 80     eth1\n"},
        {"/proc/net/ipv6_route",
         "20010db8000000000000000000000000 40 00000000000000000000000000000000 00 "
         "00000000000000000000000000000000 00000100 00000001 00000004 00000003 eth0\n"},
        {"/proc/net/snmp6", "Ip6InReceives   17\n"}};
    const Data& inet6 = std::get<Data>(*machine.facts.find("inet6"));
    const Data& addresses = *inet6.find("addresses");
    CHECK(addresses.find("eth0")->find("address")->text() == "2001:db8:0:0:0:0:0:1");
    CHECK(addresses.find("eth0")->find("prefix_length")->as_real() == 64);
    CHECK(addresses.find("eth1")->find("address")->text() == "fe80:0:0:0:0:ff:fe00:2");
    CHECK(inet6.find("routes")->at(0)->find("metric")->as_real() == 256);
    CHECK(json_text(*inet6.find("routes")->at(0)->find("flags")) == R"(["up","net","gateway"])");
    CHECK(inet6.find("stats")->find("Ip6InReceives")->as_real() == 17);
}

TEST_CASE("all names and classes are listed in order, and each can be found") {
    Machine machine;
    const auto names = machine.facts.all_names();
    CHECK(std::is_sorted(names.begin(), names.end()));
    for (const std::string& name : names) {
        CAPTURE(name);
        CHECK(machine.facts.find(name) != nullptr);
    }
    const auto classes = machine.facts.all_classes();
    CHECK(std::is_sorted(classes.begin(), classes.end()));
    CHECK(std::binary_search(classes.begin(), classes.end(), "cfengine_3_27"));
}

TEST_CASE("every name that a group defines is listed for that group") {
    Machine all;
    all.host.files["/etc/os-release"] = "ID=debian\nVERSION_ID=\"12\"\n";
    for (const std::string& name : all.facts.all_names()) {
        Machine fresh;
        fresh.host.files = all.host.files;
        CAPTURE(name);
        CHECK(fresh.facts.find(name) != nullptr);
    }
    for (const std::string& name : all.facts.all_classes()) {
        Machine fresh;
        fresh.host.files = all.host.files;
        CAPTURE(name);
        CHECK(fresh.facts.is_class(name));
    }
}

TEST_CASE("an array fact lists its keys") {
    Machine machine;
    CHECK(machine.facts.keys("arch").empty());
    for (const std::string& key : machine.facts.keys("ip2iface")) {
        CAPTURE(key);
        CHECK(machine.facts.find("ip2iface[" + key + "]") != nullptr);
    }
    const auto interfaces = machine.facts.keys("ipv4");
    CHECK(std::is_sorted(interfaces.begin(), interfaces.end()));
}

} // namespace facts_test
