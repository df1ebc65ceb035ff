#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "host2ip",
     .result = ResultType::string,
     .parameters = {{"host", text}},
     .required = 1,
     .cached = true,
     .help = "The address of a host."},
    {.name = "hostsseen",
     .result = ResultType::slist,
     .parameters =
         {{"hours", integer, "0,99999999999"},
          {"policy", option, "lastseen,notseen"},
          {"field", option, "name,address,hostkey"}},
     .required = 3,
     .help = "The hosts that were seen, or not, within so many hours."},
    {.name = "ip2host",
     .result = ResultType::string,
     .parameters = {{"address", text}},
     .required = 1,
     .cached = true,
     .help = "The name of an address."},
    {.name = "isconnectable",
     .result = ResultType::condition,
     .parameters =
         {{"host", text}, {"port", integer, "1,65535"}, {"timeout", integer, "0,99999999999"}},
     .required = 2,
     .help = "Whether the port of the host accepts a connection."},
    {.name = "network_connections",
     .result = ResultType::data,
     .parameters = {},
     .required = 0,
     .help = "The open network connections."},
    {.name = "readtcp",
     .result = ResultType::string,
     .parameters =
         {{"host", text}, {"port", text}, {"query", text}, {"limit", integer, "0,99999999999"}},
     .required = 4,
     .cached = true,
     .help = "The answer of a TCP server."},
    {.name = "selectservers",
     .result = ResultType::integer,
     .parameters =
         {{"hosts", text},
          {"port", text},
          {"query", text},
          {"regex", text},
          {"limit", integer, "0,99999999999"},
          {"array", text}},
     .required = 6,
     .help = "The number of servers that answer and match; stores their names in an array."},
    {.name = "url_get",
     .result = ResultType::data,
     .parameters = {{"url", text}, {"options", collection}},
     .required = 2,
     .help = "The answer to a URL."},
};

} // namespace

std::span<const Function> network() {
    return table;
}

} // namespace vow::cfengine::families
