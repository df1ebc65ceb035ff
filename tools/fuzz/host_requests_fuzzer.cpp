#include "agent/remote/host_service.h"
#include "protocol/data/data.h"
#include "tests/support/fake_host.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

namespace {

void fill(test::FakeHost& host) {
    host.files["/etc/motd"] = "hello\n";
    host.links["/link"] = "/etc/motd";
    host.variables["PATH"] = "/bin";
    host.commands["/bin/date"] = {.exit_code = 3, .output = "today\xff\n"};
    host.known_users = {{.name = "ann", .uid = 7, .gid = 8, .gecos = "", .home = "", .shell = ""}};
    host.known_groups = {{.name = "staff", .gid = 8, .members = {"ann"}}};
}

} // namespace

/// Answers each line as the request of a vow on another machine. An answer is one line of JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    test::FakeHost host;
    fill(host);
    agent::HostService service(host, "/usr/bin/vow");
    std::string_view requests = fuzz::text_of(bytes, size);
    while (!requests.empty()) {
        const std::string answer = service.answer(fuzz::take_line(requests));
        fuzz::require(answer.find('\n') == answer.npos);
        fuzz::require(std::holds_alternative<Data>(parse_json(answer)));
    }
    return 0;
}
