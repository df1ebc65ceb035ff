#include "policy/cfengine/functions/families.h"
#include "protocol/text/text.h"

#include <charconv>

namespace vow::cfengine::families {
namespace {

/// The states of a connection by the kernel's number.
constexpr const char* port_states[] = {
    "UNKNOWN",
    "ESTABLISHED",
    "SYN_SENT",
    "SYN_RECV",
    "FIN_WAIT1",
    "FIN_WAIT2",
    "TIME_WAIT",
    "CLOSE",
    "CLOSE_WAIT",
    "LAST_ACK"};

unsigned number_from(std::string_view digits, int base) {
    unsigned number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
    return number;
}

/// The bytes of an IPv4 address in reverse; the groups of an IPv6 address in the order of the
/// kernel's words, as the reference shows them.
std::string address_from(std::string_view digits) {
    std::vector<std::string> parts;
    if (digits.size() == 8) {
        for (std::size_t at : {6U, 4U, 2U, 0U})
            parts.push_back(std::to_string(number_from(digits.substr(at, 2), 16)));
        return joined(parts, ".");
    }
    for (std::size_t at = 0; at + 4 <= digits.size(); at += 4) {
        std::string_view group = digits.substr(at, 4);
        group.remove_prefix(std::min(group.find_first_not_of('0'), group.size() - 1));
        parts.emplace_back();
        for (const char digit : group)
            parts.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(digit)));
    }
    return joined(parts, ":");
}

/// "0100007F:0016" of the kernel's table.
Data end_from(std::string_view text) {
    const std::size_t colon = std::min(text.find(':'), text.size() - 1);
    return Data::object(
        {{"address", Data::string(address_from(text.substr(0, colon)))},
         {"port", Data::string(std::to_string(number_from(text.substr(colon + 1), 16)))}}
    );
}

/// The reference reads the number of a state as decimal, so that LISTEN and CLOSING are unknown.
std::string state_from(std::string_view digits) {
    const unsigned number = number_from(digits, 10);
    return port_states[number < std::size(port_states) ? number : 0];
}

Data connections_in(std::string_view table) {
    Data::Array connections;
    for (const std::string_view line : lines_of(table)) {
        const auto words = words_of(line);
        constexpr std::size_t state = 3; // after the number, the local and the remote end
        if (words.size() <= state || !words[0].ends_with(':')) continue;
        connections.push_back(Data::object(
            {{"local", end_from(words[1])},
             {"remote", end_from(words[2])},
             {"state", Data::string(state_from(words[state]))}}
        ));
    }
    return Data::array(std::move(connections));
}

Result network_connections(Call& call) {
    Host& host = call.around().settled_world().host;
    // Tests move /proc.
    const std::string folder = host.environment("CFENGINE_TEST_OVERRIDE_PROCDIR").value_or("") +
                               "/proc/" +
                               host.environment("CFENGINE_TEST_OVERRIDE_PROCPID").value_or("self");
    std::vector<Data::Member> found;
    for (const char* protocol : {"tcp", "tcp6", "udp", "udp6"}) {
        const auto table = host.read_file(folder + "/net/" + protocol, max_answer_bytes);
        if (table) found.emplace_back(protocol, connections_in(*table));
    }
    if (found.empty()) return call.fail_here("the kernel has no table of connections");
    return Value::data(Data::object(std::move(found)));
}

} // namespace

std::span<const Function> connections() {
    static constexpr Function table[] = {
        {.name = "network_connections",
         .result = ResultType::data,
         .help = "The open network connections by protocol.",
         .example = "network_connections()",
         .body = network_connections},
    };
    return table;
}

} // namespace vow::cfengine::families
