#include "agent/remote/host_service.h"

#include "agent/remote/host_requests.h"
#include "agent/remote/wire_value.h"

#include <utility>

namespace vow::agent {
namespace {

/// The arguments follow the name of the request.
template <class Result, class Part, class... Given, std::size_t... At>
Data answered(
    Host& host,
    Result (Part::*member)(Given...),
    const Data& request,
    std::index_sequence<At...> /*places*/
) {
    return wire_value::packed<Result>(
        (host.*member)(wire_value::unpacked<wire_value::Held<Given>>(request.at(At + 1))...)
    );
}

template <class Result, class Part, class... Given>
Data answered(Host& host, Result (Part::*member)(Given...), const Data& request) {
    return answered(host, member, request, std::index_sequence_for<Given...>());
}

/// Null for a name that is not in the table.
Data answered(Host& host, std::string_view name, const Data& request) {
    Data answer;
    const auto answer_if_named = [&]<auto Member>(const HostRequest<Member>& known) {
        if (known.name == name) answer = answered(host, Member, request);
    };
    std::apply([&](const auto&... known) { (answer_if_named(known), ...); }, host_requests);
    return answer;
}

} // namespace

std::string HostService::answer(std::string_view line) {
    const auto read = parse_json(line);
    const auto* request = std::get_if<Data>(&read);
    const Data* name = request == nullptr ? nullptr : request->at(0);
    if (name == nullptr) return json_text({});
    if (name->text() == "hello") {
        return json_text(Data::object(
            {{"vow", Data::integer(version)}, {"program", wire_value::packed(program_)}}
        ));
    }
    return json_text(answered(host_, name->text(), *request));
}

} // namespace vow::agent
