#include "agent/pull/source_mirror.h"
#include "agent/release/untrusted.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include <sys/socket.h>

namespace vow::agent {
namespace {

/// The descriptors of the process that verifies and of the one that reads the source.
struct Processes {
    Processes() {
        std::array<int, 2> ends{};
        REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
        verifier = FileDescriptor(ends[0]);
        source = FileDescriptor(ends[1]);
    }

    FileDescriptor verifier, source;
};

std::string rule_of(SourceMirror& mirror, const std::string& file, std::size_t max_bytes) {
    try {
        mirror.target(file, max_bytes);
    } catch (const Untrusted& error) {
        return std::string(text_of(error.rule()));
    }
    return "none";
}

} // namespace

TEST_CASE("A file of the source is requested by its kind, name and most bytes") {
    const Processes processes;
    SourceMirror mirror(processes.verifier, std::nullopt);
    send_frame(processes.source, "content", "{}");
    CHECK(mirror.metadata("2.root.json", 100) == "{}");
    const auto request = receive_frame(processes.source, 1000);
    REQUIRE(request);
    CHECK(request->name == "metadata");
    CHECK(request->bytes == "100 2.root.json");
    send_frame(processes.source, "absent", "");
    CHECK_FALSE(mirror.target("bundles/web", 100));
}

TEST_CASE("A file that the source cannot hand over is not trusted") {
    const Processes processes;
    SourceMirror mirror(processes.verifier, std::nullopt);
    send_frame(processes.source, "content", "four");
    CHECK(rule_of(mirror, "data/x", 3) == "size");
    send_frame(processes.source, "size", "too large");
    CHECK(rule_of(mirror, "data/x", 3) == "size");
    send_frame(processes.source, "fetch", "no route to host");
    CHECK(rule_of(mirror, "data/x", 3) == "fetch");
    REQUIRE(::shutdown(processes.source.number(), SHUT_WR) == 0);
    CHECK(rule_of(mirror, "data/x", 3) == "fetch");
}

TEST_CASE("The timestamp that is known already answers its first question alone") {
    const Processes processes;
    SourceMirror mirror(processes.verifier, Frame{"content", "first"});
    CHECK(mirror.metadata("timestamp.json", 100) == "first");
    send_frame(processes.source, "content", "second");
    CHECK(mirror.metadata("timestamp.json", 100) == "second");
}

TEST_CASE("A repository with an unchanged timestamp has no newer root") {
    const Processes processes;
    SourceMirror mirror(processes.verifier, std::nullopt);
    UnchangedMirror unchanged(mirror, "known");
    CHECK_FALSE(unchanged.metadata("2.root.json", 100));
    CHECK(unchanged.metadata("timestamp.json", 100) == "known");
    send_frame(processes.source, "content", "{}");
    CHECK(unchanged.metadata("7.snapshot.json", 100) == "{}");
}

} // namespace vow::agent
