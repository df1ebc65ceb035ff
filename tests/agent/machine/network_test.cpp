#include "agent/machine/network.h"
#include "protocol/system/file_descriptor.h"
#include "tests/support/fake_world.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <thread>

#include <netinet/in.h>
#include <sys/socket.h>

namespace network_test {

using namespace vow;

namespace {

/// Listens on a free port of this machine, and replies once.
class Server {
public:
    explicit Server(std::string reply) : reply_(std::move(reply)) {
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* plain = reinterpret_cast<sockaddr*>(&address);
        REQUIRE(::bind(socket_.number(), plain, size) == 0);
        REQUIRE(::listen(socket_.number(), 1) == 0);
        REQUIRE(::getsockname(socket_.number(), plain, &size) == 0);
        port = std::to_string(ntohs(address.sin_port));
        thread_ = std::thread([this] { serve(); });
    }
    ~Server() {
        ::shutdown(socket_.number(), SHUT_RDWR);
        thread_.join();
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::string port;

private:
    void serve() const {
        const FileDescriptor client(::accept(socket_.number(), nullptr, nullptr));
        std::array<char, 1000> query = {};
        if (!client || ::recv(client.number(), query.data(), query.size(), 0) <= 0) return;
        ::send(client.number(), reply_.data(), reply_.size(), MSG_NOSIGNAL);
    }

    std::string reply_;
    FileDescriptor socket_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    std::thread thread_;
};

} // namespace

TEST_CASE("a TCP server replies to a query") {
    test::FakeStop stop;
    agent::MachineNetwork network(stop);
    const Server server("reply");
    const auto reply = network.exchange(
        {.host = "127.0.0.1", .port = server.port, .query = "query", .max_bytes = 3}
    );
    CHECK(reply.why_not.empty());
    REQUIRE(reply);
    CHECK(*reply == "rep");
}

TEST_CASE("the reason is known when no program listens, or the run is stopped") {
    test::FakeStop stop;
    agent::MachineNetwork network(stop);
    std::string port;
    { // a port that was free a moment ago
        const Server server("");
        port = server.port;
    }
    CHECK(network.exchange({.host = "127.0.0.1", .port = port}).why_not == "Connection refused");

    const Server silent("");
    stop.number = 15;
    const auto reply =
        network.exchange({.host = "127.0.0.1", .port = silent.port, .query = "", .max_bytes = 1});
    CHECK(reply.why_not == "Interrupted system call");
}

TEST_CASE("an address is found without a name server when it is one already") {
    test::FakeStop stop;
    agent::MachineNetwork network(stop);
    CHECK(*network.address_of("127.0.0.1") == "127.0.0.1");
    CHECK_FALSE(network.address_of("no such host"));
    CHECK_FALSE(network.name_of("no address"));
}

TEST_CASE("content and headers of URLs are cut at their limits") {
    test::FakeStop stop;
    agent::MachineNetwork network(stop);
    const tests::TemporaryFolder folder;
    folder.write("page", "0123456789");
    const auto file = network.get({.url = "file://" + folder.path() + "/page", .max_content = 4});
    REQUIRE(file);
    CHECK(file->error == 0);
    CHECK(file->content == "0123");

    const Server server("HTTP/1.0 404 Not Found\r\nX: y\r\n\r\nsorry");
    const auto page = network.get({.url = "http://127.0.0.1:" + server.port + "/"});
    REQUIRE(page);
    CHECK(page->status == 404);
    CHECK(page->content == "sorry");
    CHECK(page->headers.find("X: y") != std::string::npos);

    const auto missing = network.get({.url = "file://" + folder.path() + "/missing"});
    REQUIRE(missing);
    CHECK(missing->error != 0);
    CHECK_FALSE(missing->error_text.empty());
    CHECK(network.get({.url = "gopher://127.0.0.1/"})->error != 0);
}

} // namespace network_test
