#include "modules/http/http_module.h"
#include "tests/bundled/http/local_server.h"
#include "tests/support/kept_promise.h"
#include "tests/support/other_user.h"
#include "tests/support/skip.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

namespace http_module_test {

using namespace vow;
using tests::answered;
using tests::KeptPromise;
using tests::LocalServer;
using tests::ServedRequest;

namespace {

using Classes = std::vector<std::string>;

KeptPromise
kept(std::string promiser, Attributes attributes, Terms::Policy policy = Terms::Policy::fix) {
    modules::HttpModule module;
    return tests::keep_promise(module, std::move(promiser), std::move(attributes), policy);
}

KeptPromise warned(std::string promiser, Attributes attributes) {
    return kept(std::move(promiser), std::move(attributes), Terms::Policy::warn);
}

std::string all_lines(const KeptPromise& kept) {
    std::string text;
    for (const std::string& line : kept.lines)
        text += line + "\n";
    return text;
}

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::size_t files_in(const tests::TemporaryFolder& folder) {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder.path()), {})
    );
}

} // namespace

TEST_CASE("a download is made, kept, and made again when the server has another file") {
    std::string content = "one\n";
    const LocalServer server([&](const ServedRequest&) { return answered("200 OK", content); });
    const tests::TemporaryFolder folder;
    const Attributes attributes = {{"file", folder / "a/file"}};

    const auto first = kept(server.url(), attributes);
    CHECK(first.result() == Verdict::repaired);
    CHECK(folder.read("a/file") == "one\n");
    REQUIRE(first.outcome.changes.size() == 1);
    CHECK(first.outcome.changes[0].path == folder / "a/file");
    CHECK(first.outcome.changes[0].before.empty());
    CHECK(first.outcome.changes[0].after.starts_with("4 bytes, SHA-256 2c8b08da5ce60398e1f19af0e5")
    );

    CHECK(kept(server.url(), attributes).result() == Verdict::kept);
    CHECK(warned(server.url(), attributes).result() == Verdict::kept);

    ::chmod((folder / "a/file").c_str(), 0640);
    content = "other\n";
    const auto would = warned(server.url(), attributes);
    CHECK(would.result() == Verdict::not_kept);
    CHECK(would.log_text().starts_with("warning: Should download '" + server.url() + "' to '"));
    CHECK(would.outcome.changes.size() == 1);
    CHECK(folder.read("a/file") == "one\n");
    CHECK(kept(server.url(), attributes).result() == Verdict::repaired);
    CHECK(folder.read("a/file") == "other\n");
    struct stat status = {};
    CHECK(::stat((folder / "a/file").c_str(), &status) == 0);
    CHECK((status.st_mode & 0777U) == 0640U);
}

TEST_CASE("a download refuses a link that an unprivileged user planted") {
    if (!tests::OtherUser::can_exist()) return;
    const tests::OtherUser user;
    const std::string secret = user.secret();
    const LocalServer server([](const ServedRequest&) { return answered("200 OK", "new"); });
    const std::string file = user.plant_link("file", secret);
    const std::string folder = user.plant_link("folder", user.root_only());
    for (const std::string& path :
         {file, folder + "/secret", folder + "/new", folder + "/new/deeper"}) {
        const auto download = kept(server.url(), {{"file", path}});
        CHECK(download.result() >= Verdict::not_kept);
        CHECK(holds(download.log_text(), "Cannot follow symlink '"));
        CHECK(user.is_safe());
    }
    CHECK_FALSE(user.folder().has("root-only/new"));
    CHECK(server.requests().empty());
}

TEST_CASE("a payload is not read through a link that an unprivileged user planted") {
    if (!tests::OtherUser::can_exist()) return;
    const tests::OtherUser user;
    const LocalServer server([](const ServedRequest&) { return answered("200 OK", ""); });
    const std::string file = user.plant_link("file", user.secret());
    const std::string folder = user.plant_link("folder", user.root_only());
    for (const std::string& path : {file, folder + "/secret"}) {
        const auto sent = kept(server.url(), {{"method", "POST"}, {"payload", "@" + path}});
        CHECK(sent.result() >= Verdict::not_kept);
        CHECK(holds(sent.log_text(), "Cannot follow symlink '"));
    }
    CHECK(server.requests().empty());
}

TEST_CASE("no changing request is sent and no file is written under warn") {
    const LocalServer server([](const ServedRequest&) { return answered("200 OK", "new"); });
    const tests::TemporaryFolder folder;
    const auto posted = warned(server.url(), {{"method", "POST"}});
    CHECK(posted.result() == Verdict::not_kept);
    CHECK(holds(posted.log_text(), "warning: Should send a POST request to '" + server.url() + "'")
    );
    CHECK(warned(server.url(), {{"payload", "x"}}).result() == Verdict::not_kept);
    CHECK(warned(server.url(), {{"file", folder / "file"}}).result() == Verdict::not_kept);
    CHECK(server.requests().empty());
    folder.write("file", "old");
    CHECK(warned(server.url(), {{"file", folder / "file"}}).result() == Verdict::not_kept);
    CHECK(folder.read("file") == "old");
    CHECK(files_in(folder) == 1);
}

TEST_CASE("a downloaded file is requested again only if it has changed") {
    const LocalServer server([](const ServedRequest& request) {
        const bool is_known = request.header("If-None-Match") == "\"7\"";
        return is_known ? answered("304 Not Modified", "")
                        : answered("200 OK", "seven", "ETag: \"7\"\r\n");
    });
    const tests::TemporaryFolder folder;
    const Attributes attributes = {{"file", folder / "file"}};
    CHECK(kept(server.url(), attributes).result() == Verdict::repaired);
    CHECK(kept(server.url(), attributes).result() == Verdict::kept);
    CHECK(warned(server.url(), attributes).result() == Verdict::kept);
    if (!server.requests().at(1).header("If-None-Match").empty()) {
        CHECK(server.requests().at(2).header("If-None-Match") == "\"7\"");
    } else {
        tests::skip_without("extended attributes", "the file system of temporary files has none");
    }
    folder.write("file", "eight"); // as long as the server's file
    CHECK(warned(server.url(), attributes).result() == Verdict::not_kept);
    CHECK(kept(server.url(), attributes).result() == Verdict::repaired);
    CHECK(folder.read("file") == "seven");
}

TEST_CASE("the ETag of one page is not sent for another") {
    std::string latest = "/one";
    const LocalServer server([&](const ServedRequest& request) {
        if (request.what() == "GET /latest")
            return answered("302 Found", "", "Location: " + latest + "\r\n");
        const bool is_known = !request.header("If-None-Match").empty();
        return is_known ? answered("304 Not Modified", "")
                        : answered("200 OK", request.what(), "ETag: \"7\"\r\n");
    });
    const tests::TemporaryFolder folder;
    const Attributes attributes = {{"file", folder / "file"}};
    CHECK(kept(server.url() + "/latest", attributes).result() == Verdict::repaired);
    CHECK(kept(server.url() + "/latest", attributes).result() == Verdict::kept);
    latest = "/two";
    CHECK(kept(server.url() + "/latest", attributes).result() == Verdict::repaired);
    CHECK(folder.read("file") == "GET /two");
    const Attributes own = {{"headers", "If-None-Match: \"7\""}, {"file", folder / "other"}};
    CHECK(holds(kept(server.url() + "/one", own).log_text(), "'304 Not Modified'"));
}

TEST_CASE("a file with the promised digest is not requested, and another file is refused") {
    const LocalServer server([](const ServedRequest&) { return answered("200 OK", "evil"); });
    const tests::TemporaryFolder folder;
    const Attributes attributes = {
        {"file", folder.write("file", "good")},
        {"sha256", "770e607624d689265ca6c44884d0807d9b054d23c473c106c72be9de08b7376c"}};
    CHECK(kept(server.url(), attributes).result() == Verdict::kept);
    CHECK(warned(server.url(), attributes).result() == Verdict::kept);
    CHECK(server.requests().empty());
    folder.write("file", "fair");
    const auto refused = kept(server.url(), attributes);
    CHECK(refused.result() == Verdict::not_kept);
    CHECK(holds(refused.log_text(), "expected 770e6076"));
    CHECK(folder.read("file") == "fair");
    CHECK(files_in(folder) == 1);
}

TEST_CASE("a link to a file stays a link, and other objects are left alone") {
    const LocalServer server([](const ServedRequest&) { return answered("200 OK", "new"); });
    const tests::TemporaryFolder folder;
    folder.write("real", "old");
    std::filesystem::create_symlink(folder / "real", folder / "link");
    CHECK(kept(server.url(), {{"file", folder / "link"}}).result() == Verdict::repaired);
    CHECK(folder.read("real") == "new");
    CHECK(std::filesystem::is_symlink(folder / "link"));

    std::filesystem::create_symlink(folder / "nowhere", folder / "dangling");
    const auto dangling = kept("page", {{"url", server.url()}, {"file", folder / "dangling"}});
    CHECK(dangling.result() == Verdict::not_kept);
    CHECK(dangling.outcome.classes == Classes{"page_GET_request_failed", "page_GET_file_failed"});
    CHECK(kept(server.url(), {{"file", folder.path()}}).result() == Verdict::not_kept);
    CHECK(server.requests().size() == 1);
}

TEST_CASE("a response that is cut short or too large changes nothing") {
    std::string answer;
    const LocalServer server([&](const ServedRequest&) { return answer; });
    const tests::TemporaryFolder folder;
    const Attributes attributes = {{"file", folder.write("file", "old")}, {"max_size", "1k"}};
    const std::string large(2000, 'x');
    const std::pair<std::string, std::string_view> answers[] = {
        {"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", "bytes remaining to read"},
        {answered("200 OK", large), "'max_size'"},
        {"HTTP/1.1 200 OK\r\n\r\n" + large, "more than 1000 bytes were received"},
        {"", "Empty reply"},
        {"SSH-2.0-server\r\n", "HTTP/0.9"},
        {answered("500 Internal Server Error", "oops"), "'500 Internal Server Error'"},
    };
    for (const auto& [bytes, says] : answers) {
        answer = bytes;
        const auto refused = kept(server.url(), attributes);
        CHECK(refused.result() == Verdict::not_kept);
        CAPTURE(refused.log_text());
        CHECK(holds(refused.log_text(), says));
        CHECK(folder.read("file") == "old");
        CHECK(files_in(folder) == 1);
    }
}

TEST_CASE("folders are created for a received file, even an empty one, and for no other") {
    std::string status = "404 Not Found";
    const LocalServer server([&](const ServedRequest&) { return answered(status, ""); });
    const tests::TemporaryFolder folder;
    const Attributes attributes = {{"file", folder / "a/b/file"}};
    CHECK(kept(server.url(), attributes).result() == Verdict::not_kept);
    CHECK_FALSE(folder.has("a"));
    status = "200 OK";
    CHECK(kept(server.url(), attributes).result() == Verdict::repaired);
    CHECK(folder.has("a/b/file"));
    CHECK(kept(server.url(), attributes).result() == Verdict::kept);
}

TEST_CASE("redirects are followed when that is safe") {
    std::string elsewhere;
    const LocalServer server([&](const ServedRequest& request) {
        const auto to = [](const std::string& status, const std::string& place) {
            return answered(status, "", "Location: " + place + "\r\n");
        };
        if (request.what() == "GET /there") return answered("200 OK", "here");
        if (request.what() == "POST /there") return answered("200 OK", request.payload);
        if (holds(request.line, " /seen ")) return to("303 See Other", "/there");
        if (holds(request.line, " /away ")) return to("307 Temporary Redirect", elsewhere);
        if (holds(request.line, " /file ")) return to("302 Found", "file:///etc/passwd");
        if (holds(request.line, " /kept ")) return to("308 Permanent Redirect", "/there");
        return to("302 Found", "/loop");
    });
    elsewhere = "http://localhost:" + server.url().substr(server.url().rfind(':') + 1) + "/there";

    CHECK(
        kept(server.url() + "/seen", {{"method", "POST"}, {"payload", "x"}}).result() ==
        Verdict::kept
    );
    CHECK(server.requests().back().what() == "GET /there");
    CHECK(server.requests().back().payload.empty());
    CHECK(
        kept(server.url() + "/kept", {{"method", "POST"}, {"payload", "x"}}).result() ==
        Verdict::kept
    );
    CHECK(server.requests().back().what() == "POST /there");
    CHECK(server.requests().back().payload == "x");

    const Attributes headers = {{"headers", "X-Api-Key: abc\nX-Of: vow"}};
    CHECK(kept(server.url() + "/away", headers).result() == Verdict::kept);
    CHECK(server.requests().back().header("Host").starts_with("localhost"));
    CHECK(server.requests().back().header("X-Of") == "vow");
    CHECK(server.requests().back().header("X-Api-Key").empty());

    const auto posted = kept(server.url() + "/away", {{"method", "POST"}, {"payload", "x"}});
    CHECK(holds(posted.log_text(), "not followed: promise that URL"));
    CHECK(holds(kept(server.url() + "/file", {}).log_text(), "not followed: only 'http://'"));
    CHECK(holds(kept(server.url() + "/loop", {}).log_text(), "after 10 times"));
}

TEST_CASE("no log line contains a secret") {
    const LocalServer server([](const ServedRequest&) { return answered("401 Unauthorized", ""); });
    const std::string url =
        "http://ada:lovelace@" + server.url().substr(7) + "/x?page=2&access_token=hunter2#end";
    const auto refused =
        kept("page", {{"url", url}, {"headers", "Authorization: Bearer swordfish"}});
    CHECK(refused.result() == Verdict::not_kept);
    const std::string log_text = all_lines(refused);
    CHECK(holds(log_text, "/x?page=2&access_token=***#end' was answered with '401 Unauthorized'"));
    for (const char* secret : {"ada", "lovelace", "hunter2", "swordfish"}) {
        CHECK_FALSE(holds(log_text, secret));
    }
    CHECK(server.requests().back().header("Authorization") == "Bearer swordfish");
}

TEST_CASE("a request carries its payload at any size, and none when none is promised") {
    const LocalServer server([](const ServedRequest&) { return answered("204 No Content", ""); });
    const tests::TemporaryFolder folder;
    CHECK(kept(server.url(), {{"method", "POST"}}).result() == Verdict::kept);
    CHECK(server.requests().back().header("Content-Length") == "0");
    CHECK(server.requests().back().header("Content-Type").empty());
    const std::string large(3 << 20, 'x');
    const std::string file = folder.write("payload", large);
    const auto sent = kept(server.url(), {{"method", "PUT"}, {"payload", "@" + file}});
    CHECK(sent.result() == Verdict::kept);
    CHECK(sent.outcome.variables.size() == 1);
    CHECK(server.requests().back().payload == large);
    const Data data = Data::object({{"on", Data::boolean(true)}});
    CHECK(kept(server.url(), {{"method", "PATCH"}, {"payload", data}}).result() == Verdict::kept);
    CHECK(server.requests().back().header("Content-Type") == "application/json");
    CHECK(server.requests().back().payload == R"({"on":true})");
}

TEST_CASE("a download reports its progress") {
    class Watching : public modules::Log {
    public:
        void line(LogLevel, std::string_view) override {}
        void progress(int percent, std::string_view text) override {
            CHECK(holds(std::string(text), " of 2.0 MB"));
            CHECK(percent > last);
            last = percent;
        }
        const Trust& trust() const override { return trust_; }
        int last = -1;

    private:
        const Trust trust_ = Trust::in_everything();
    };
    const std::string large(2'000'000, 'x');
    const LocalServer server([&](const ServedRequest&) { return answered("200 OK", large); });
    const tests::TemporaryFolder folder;
    const PromiseType type = {"http"};
    modules::HttpModule module;
    Watching log;
    const Promise promise = {
        .type = &type, .promiser = server.url(), .attributes = {{"file", folder / "file"}}};
    CHECK(module.evaluate(promise, log).result() == Verdict::repaired);
    CHECK(log.last == 100);
}

} // namespace http_module_test
