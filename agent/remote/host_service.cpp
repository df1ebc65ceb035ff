#include "agent/remote/host_service.h"

#include "agent/remote/wire_value.h"

#include <array>
#include <utility>

namespace vow::agent {
namespace {

/// The arguments follow the name of the request.
template <class Result, class... Given, std::size_t... At>
Data called(
    Host& host,
    Result (Host::*member)(Given...),
    const Data& request,
    std::index_sequence<At...> /*places*/
) {
    return wire_value::packed<Result>(
        (host.*member)(wire_value::unpacked<std::remove_cvref_t<Given>>(request.at(At + 1))...)
    );
}

template <auto Member>
Data served(Host& host, const Data& request) {
    const auto call = [&]<class Result, class... Given>(Result (Host::*function)(Given...)) {
        return called(host, function, request, std::index_sequence_for<Given...>());
    };
    return call(Member);
}

Data append_line(Host& host, const Data& request) {
    return wire_value::packed(host.append_line(
        wire_value::unpacked<std::string>(request.at(1)),
        wire_value::unpacked<std::string>(request.at(2))
    ));
}
Data user_named(Host& host, const Data& request) {
    return wire_value::packed(host.user(wire_value::unpacked<std::string>(request.at(1))));
}
Data user_numbered(Host& host, const Data& request) {
    return wire_value::packed(host.user(wire_value::unpacked<std::uint32_t>(request.at(1))));
}
Data group_named(Host& host, const Data& request) {
    return wire_value::packed(host.group(wire_value::unpacked<std::string>(request.at(1))));
}
Data group_numbered(Host& host, const Data& request) {
    return wire_value::packed(host.group(wire_value::unpacked<std::uint32_t>(request.at(1))));
}

struct Request {
    std::string_view name;
    Data (*serve)(Host& host, const Data& request);
};

constexpr std::array requests = {
    Request{"read_file", &served<&Host::read_file>},
    Request{"read_guarded_file", &served<&Host::read_guarded_file>},
    Request{"read_trusted_file", &served<&Host::read_trusted_file>},
    Request{"file_digest", &served<&Host::file_digest>},
    Request{"guarded_file_digest", &served<&Host::guarded_file_digest>},
    Request{"status", &served<&Host::status>},
    Request{"may", &served<&Host::may>},
    Request{"objection_to", &served<&Host::objection_to>},
    Request{"objection_to_tree", &served<&Host::objection_to_tree>},
    Request{"link_target", &served<&Host::link_target>},
    Request{"real_path", &served<&Host::real_path>},
    Request{"list_directory", &served<&Host::list_directory>},
    Request{"access_list", &served<&Host::access_list>},
    Request{"free_kibibytes", &served<&Host::free_kibibytes>},
    Request{"append_line", &append_line},
    Request{"environment", &served<&Host::environment>},
    Request{"run", &served<&Host::run>},
    Request{"user_named", &user_named},
    Request{"user_numbered", &user_numbered},
    Request{"group_named", &group_named},
    Request{"group_numbered", &group_numbered},
    Request{"users", &served<&Host::users>},
    Request{"groups", &served<&Host::groups>},
    Request{"processes", &served<&Host::processes>},
    Request{"self", &served<&Host::self>},
    Request{"now", &served<&Host::now>}};

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
    for (const Request& each : requests) {
        if (each.name == name->text()) return json_text(each.serve(host_, *request));
    }
    return json_text({});
}

} // namespace vow::agent
