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

constexpr Parameters package = {
    {"name", text}, {"version", text}, {"architecture", text}, {"method", text}};

constexpr Function table[] = {
    {.name = "getacls",
     .result = ResultType::slist,
     .parameters = {{"path", path}, {"type", option, "default,access"}},
     .required = 2,
     .help = "The access control list of a file."},
    {.name = "hostswithclass",
     .result = ResultType::slist,
     .parameters = {{"class", text, "[a-zA-Z0-9_]+"}, {"field", option, "name,address"}},
     .required = 2,
     .help = "The hosts that the hub saw with a class."},
    {.name = "hostswithgroup",
     .result = ResultType::slist,
     .parameters = {{"group", text}, {"field", option, "hostkeys,hostnames,ips"}},
     .required = 2,
     .help = "The hosts of a group on the hub."},
    {.name = "hubknowledge",
     .result = ResultType::string,
     .parameters = {{"name", text}},
     .required = 1,
     .cached = true,
     .help = "A value that the hub knows."},
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
     .help = "Puts an LDAP entry into an array."},
    {.name = "ldaplist",
     .result = ResultType::slist,
     .parameters = ldap_record,
     .required = 6,
     .cached = true,
     .help = "All values of an LDAP record."},
    {.name = "ldapvalue",
     .result = ResultType::string,
     .parameters = ldap_record,
     .required = 6,
     .cached = true,
     .help = "The first value of an LDAP record."},
    {.name = "packagesmatching",
     .result = ResultType::data,
     .parameters = package,
     .required = 4,
     .help = "The installed packages that match."},
    {.name = "packageupdatesmatching",
     .result = ResultType::data,
     .parameters = package,
     .required = 4,
     .help = "The package updates that match."},
    {.name = "registryvalue",
     .result = ResultType::string,
     .parameters = {{"key", text}, {"value", text}},
     .required = 2,
     .help = "A value of the Windows registry."},
    {.name = "regldap",
     .result = ResultType::condition,
     .parameters =
         {{"uri", text},
          {"name", text},
          {"filter", text},
          {"record", text},
          {"scope", option, "subtree,onelevel,base"},
          {"regex", text},
          {"security", option, "none,ssl,sasl"}},
     .required = 7,
     .cached = true,
     .help = "Whether a value of an LDAP record matches."},
    {.name = "remoteclassesmatching",
     .result = ResultType::condition,
     .parameters =
         {{"regex", text}, {"server", text}, {"encrypt", option, truth_words}, {"prefix", text}},
     .required = 4,
     .help = "Defines the classes of another host that match."},
    {.name = "remotescalar",
     .result = ResultType::string,
     .parameters = {{"name", text}, {"server", text}, {"encrypt", option, truth_words}},
     .required = 3,
     .cached = true,
     .help = "A value that another host offers."},
};

} // namespace

std::span<const Function> elsewhere() {
    return table;
}

} // namespace vow::cfengine::families
