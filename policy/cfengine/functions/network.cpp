#include "policy/run/network.h"

#include "policy/cfengine/functions/families.h"
#include "protocol/text/number.h"

#include <algorithm>
#include <array>

namespace vow::cfengine::families {
namespace {

/// The most that the reference reads of a TCP server.
constexpr long long max_reply_bytes = 4095;

/// Null in a check, which connects to no host.
Network* network_for(const Call& call) {
    return call.may_run_programs() ? &call.around().settled_world().network : nullptr;
}

// The names of addresses that cannot be found are the addresses, and the other way round.

Result host2ip(Call& call) {
    Network* network = network_for(call);
    if (network == nullptr) return std::nullopt;
    const auto address = network->address_of(call.text(0));
    if (address) return Value::string(*address);
    call.around().log_once(
        LogLevel::info,
        "Unable to lookup hostname '" + call.text(0) +
            "' or cfengine service. (getaddrinfo: " + address.why_not + ")"
    );
    return Value::string(call.text(0));
}

Result ip2host(Call& call) {
    Network* network = network_for(call);
    if (network == nullptr) return std::nullopt;
    const auto name = network->name_of(call.text(0));
    if (name) return Value::string(*name);
    call.around().log_once(
        LogLevel::info,
        "Couldn't reverse resolve '" + call.text(0) + "'. (getaddrinfo: " + name.why_not + ")"
    );
    return Value::string(call.text(0));
}

Result isconnectable(Call& call) {
    Network* network = network_for(call);
    const auto seconds = call.has(2) ? call.integer(2) : 30;
    if (network == nullptr || !seconds) return std::nullopt;
    return bool(network->exchange(
        {.host = call.text(0), .port = call.text(1), .limit = std::chrono::seconds(*seconds)}
    ));
}

/// The number of bytes to read that the argument at `index` requests.
std::optional<std::size_t> reply_limit(Call& call, std::size_t index) {
    const auto wanted = call.integer(index);
    if (!wanted) return std::nullopt;
    const bool is_valid = *wanted >= 0 && *wanted <= max_reply_bytes;
    return static_cast<std::size_t>(is_valid ? *wanted : max_reply_bytes);
}

Result readtcp(Call& call) {
    Network* network = network_for(call);
    const auto most = reply_limit(call, 3);
    if (network == nullptr || !most) return std::nullopt;
    const auto reply = network->exchange(
        {.host = call.text(0), .port = call.text(1), .query = call.text(2), .max_bytes = *most}
    );
    if (!reply) return call.fail("no reply: " + reply.why_not, LogLevel::info);
    return Value::string(*reply);
}

Result selectservers(Call& call) {
    const auto hosts = call.list(0);
    const auto most = reply_limit(call, 4);
    const auto regex = call.regex(3);
    if (!hosts || !most || !regex) return std::nullopt;
    Network* network = network_for(call);
    if (network == nullptr) return Value::integer(0);
    const bool has_query = !call.text(2).empty();
    long long count = 0;
    for (const std::string& host : **hosts) {
        const auto reply = network->exchange(
            {.host = host,
             .port = call.text(1),
             .query = call.text(2),
             .max_bytes = has_query ? *most : 0}
        );
        if (!reply) continue;
        if (has_query && !call.text(3).empty() && !regex->matches(*reply)) continue;
        call.around().define(
            call.text(5) + "[" + std::to_string(count++) + "]",
            Value::string(host),
            {"source=function", "function=selectservers"}
        );
    }
    return Value::integer(count);
}

// --- url_get ---

/// An option of url_get, and the part of the request that it sets.
struct UrlOption {
    std::string_view name;
    void (*set)(WebRequest&, const Data&);
};

long long number_in(const Data& value) {
    return integer_from(scalar_text(value)).value_or(0);
}

std::size_t size_in(const Data& value) {
    return static_cast<std::size_t>(
        std::clamp<long long>(number_in(value), 0, static_cast<long long>(max_answer_bytes))
    );
}

constexpr std::array url_options = {
    UrlOption{
        "url.header",
        [](WebRequest& request, const Data& value) {
            request.headers_in_content = number_in(value) != 0;
        }},
    UrlOption{
        "url.headers",
        [](WebRequest& request, const Data& value) { request.headers = scalar_children(value); }},
    UrlOption{
        "url.max_content",
        [](WebRequest& request, const Data& value) { request.max_content = size_in(value); }},
    UrlOption{
        "url.max_headers",
        [](WebRequest& request, const Data& value) { request.max_headers = size_in(value); }},
    UrlOption{
        "url.referer",
        [](WebRequest& request, const Data& value) { request.referer = scalar_text(value); }},
    UrlOption{
        "url.timeout",
        [](WebRequest& request, const Data& value) {
            request.limit = std::chrono::seconds(std::clamp<long long>(number_in(value), 1, 3600));
        }},
    UrlOption{
        "url.user-agent",
        [](WebRequest& request, const Data& value) { request.user_agent = scalar_text(value); }},
    UrlOption{"url.verbose", [](WebRequest&, const Data&) {}}, // libcurl's own lines
};

Result url_get(Call& call) {
    const auto options = call.data(1);
    if (!options || options->kind() != Data::Kind::object) return std::nullopt;
    WebRequest request = {.url = call.text(0)};
    for (const auto& [name, value] : options->members()) {
        const auto* option = std::ranges::find(url_options, name, &UrlOption::name);
        if (option != url_options.end())
            option->set(request, value);
        else
            call.fail("unknown option " + name, LogLevel::info);
    }
    Network* network = network_for(call);
    if (network == nullptr) return std::nullopt;
    const auto reply = network->get(request);
    if (!reply) return call.fail(reply.why_not);
    std::vector<Data::Member> result = {
        {"returncode", Data::integer(reply->status)},
        {"rc", Data::integer(reply->error)},
        {"success", Data::boolean(reply->error == 0)}};
    if (reply->error != 0) result.emplace_back("error_message", Data::string(reply->error_text));
    result.emplace_back("content", Data::string(reply->content));
    result.emplace_back("headers", Data::string(reply->headers));
    return Value::data(Data::object(std::move(result)));
}

} // namespace

std::span<const Function> network() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "host2ip",
         .result = ResultType::string,
         .parameters = {{"host", text}},
         .required = 1,
         .cached = true,
         .help = "The address of a host; the host if it has none.",
         .example = R"(host2ip("localhost"))",
         .body = host2ip},
        {.name = "ip2host",
         .result = ResultType::string,
         .parameters = {{"address", text}},
         .required = 1,
         .cached = true,
         .help = "The name of an address; the address if it has none.",
         .example = R"(ip2host("127.0.0.1"))",
         .body = ip2host},
        {.name = "isconnectable",
         .result = ResultType::condition,
         .parameters =
             {{"host", text}, {"port", integer, "1,65535"}, {"timeout", integer, "0,99999999999"}},
         .required = 2,
         .help = "Whether the port of the host accepts a connection.",
         .example = R"(isconnectable("127.0.0.1", 22, 2))",
         .body = isconnectable},
        {.name = "readtcp",
         .result = ResultType::string,
         .parameters =
             {{"host", text}, {"port", text}, {"query", text}, {"limit", integer, "0,99999999999"}},
         .required = 4,
         .cached = true,
         .help = "The reply of a TCP server to a query.",
         .example =
             R"x(readtcp("127.0.0.1", "80", "GET / HTTP/1.0$(const.r)$(const.n)$(const.r)$(const.n)", 200))x",
         .body = readtcp},
        {.name = "selectservers",
         .result = ResultType::integer,
         .parameters =
             {{"hosts", collection},
              {"port", text},
              {"query", text},
              {"regex", regular_expression},
              {"limit", integer, "0,99999999999"},
              {"array", text, name_range}},
         .required = 6,
         .help = "The number of servers that reply and match; stores their names in an array.",
         .example = R"(selectservers('["web1", "web2"]', "80", "", "", 100, "alive"))",
         .body = selectservers},
        {.name = "url_get",
         .result = ResultType::data,
         .parameters = {{"url", text}, {"options", collection}},
         .required = 2,
         .cached = true,
         .help = "The reply to the request of a URL: content, headers, returncode, success.",
         .example = R"(url_get("https://www.example.org/", '{ "url.max_content": 512 }'))",
         .body = url_get},
    };
    return table;
}

} // namespace vow::cfengine::families
