#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {
namespace {

using enum ParameterKind;

constexpr Parameters ldap_record = {
    {"uri", text},
    {"name", text},
    {"filter", text},
    {"record", text},
    {"scope", option, "subtree,onelevel,base"},
    {"security", option, "none,ssl,sasl"}};

// A host without a hub returns the same as the reference.

Result no_hosts(Call&) {
    return std::nullopt;
}

Result no_text(Call&) {
    return Value::string("");
}

Result no_answer(Call&) {
    return true;
}

Result without_hub(Call& call) {
    return call.fail("only a policy hub counts hosts by class or group");
}

Result without_ldap(Call& call) {
    return call.fail("vow has no LDAP client");
}

Result without_registry(Call& call) {
    return call.fail("only Windows has a registry", LogLevel::verbose);
}

} // namespace

/// Functions of policy hubs, LDAP servers, policy servers and Windows.
std::span<const Function> other_systems() {
    static constexpr Function table[] = {
        {.name = "hostsseen",
         .result = ResultType::slist,
         .parameters =
             {{"hours", integer, "0,99999999999"},
              {"policy", option, "lastseen,notseen"},
              {"field", option, "name,address,hostkey"}},
         .required = 3,
         .help = "The hosts that were seen, or not: fails, since vow serves no hosts.",
         .example = R"(hostsseen(24, "lastseen", "address"))",
         .body = no_hosts},
        {.name = "hostswithclass",
         .result = ResultType::slist,
         .parameters = {{"class", text, "[a-zA-Z0-9_]+"}, {"field", option, "name,address"}},
         .required = 2,
         .help = "The hosts with a class, on a policy hub only.",
         .body = without_hub},
        {.name = "hostswithgroup",
         .result = ResultType::slist,
         .parameters = {{"group", text}, {"field", option, "hostkeys,hostnames,ips"}},
         .required = 2,
         .help = "The hosts of a group, on a policy hub only.",
         .body = without_hub},
        {.name = "hubknowledge",
         .result = ResultType::string,
         .parameters = {{"name", text, name_range}},
         .required = 1,
         .cached = true,
         .help = "A value of the policy hub: empty without one.",
         .example = R"(hubknowledge("version"))",
         .body = no_text},
        {.name = "ldaparray",
         .result = ResultType::condition,
         .parameters =
             {{"array", text},
              {"uri", text},
              {"name", text},
              {"filter", text},
              {"scope", option, "subtree,onelevel,base"},
              {"security", option, "none,ssl,sasl"}},
         .required = 6,
         .help = "An LDAP entry as an array: fails, since vow has no LDAP client.",
         .body = without_ldap},
        {.name = "ldaplist",
         .result = ResultType::slist,
         .parameters = ldap_record,
         .required = 6,
         .cached = true,
         .help = "The values of an LDAP record: fails, since vow has no LDAP client.",
         .body = without_ldap},
        {.name = "ldapvalue",
         .result = ResultType::string,
         .parameters = ldap_record,
         .required = 6,
         .cached = true,
         .help = "The first value of an LDAP record: fails, since vow has no LDAP client.",
         .body = without_ldap},
        {.name = "registryvalue",
         .category = "system",
         .result = ResultType::string,
         .parameters = {{"key", text}, {"value", text}},
         .required = 2,
         .help = "A value of the Windows registry: fails on other systems.",
         .body = without_registry},
        {.name = "regldap",
         .result = ResultType::condition,
         .parameters =
             {{"uri", text},
              {"name", text},
              {"filter", text},
              {"record", text},
              {"scope", option, "subtree,onelevel,base"},
              {"regex", regular_expression},
              {"security", option, "none,ssl,sasl"}},
         .required = 7,
         .cached = true,
         .help = "Whether a value of an LDAP record matches: fails, since vow has no LDAP client.",
         .body = without_ldap},
        {.name = "remoteclassesmatching",
         .result = ResultType::condition,
         .parameters =
             {{"regex", regular_expression},
              {"server", text},
              {"encrypt", option, truth_words},
              {"prefix", text, name_range}},
         .required = 4,
         .help = "Defines the matching classes of another host: none, since vow reads none.",
         .example = R"(remoteclassesmatching("web.*", "hub.example.org", "true", "hub"))",
         .body = no_answer},
        {.name = "remotescalar",
         .result = ResultType::string,
         .parameters =
             {{"name", text, name_range}, {"server", text}, {"encrypt", option, truth_words}},
         .required = 3,
         .cached = true,
         .help = "A value that another host offers: empty, since vow reads none.",
         .example = R"(remotescalar("version", "hub.example.org", "true"))",
         .body = no_text},
    };
    return table;
}

} // namespace vow::cfengine::families
