#include "policy/run/secret_reader.h"
#include "tests/support/fake_host.h"

#include <doctest/doctest.h>

namespace secret_reader_test {

using namespace vow;

namespace {

/// The source as stored, or the mistake; empty for data that is none.
std::string source(const std::string& json) {
    const auto read = secret_source_from(std::get<Data>(parse_json(json)));
    if (!read) return "";
    if (const auto* mistake = std::get_if<SecretSourceMistake>(&*read)) return mistake->reason;
    return json_text(data_of(std::get<SecretSource>(*read)));
}

Answer<std::string> secret(Host& host, const std::string& json) {
    return read_secret(
        host, std::get<SecretSource>(*secret_source_from(std::get<Data>(parse_json(json))))
    );
}

} // namespace

TEST_CASE("the source of a secret is an object with the name of a reader") {
    CHECK(source(R"({"secret_file": "/a"})") == R"({"secret_file":"/a"})");
    CHECK(
        source(R"({"secret_age": "/a", "identity": "/b"})") ==
        R"({"secret_age":"/a","identity":"/b"})"
    );
    CHECK(source(R"("secret_file")").empty());
    CHECK(source(R"({"file": "/a"})").empty());
}

TEST_CASE("a faulty source of a secret has a reason") {
    CHECK(source(R"({"secret_file": "a"})") == "'a' is not an absolute path");
    CHECK(source(R"({"secret_file": ["/a"]})") == "'secret_file' is not a text");
    CHECK(source(R"({"secret_age": "/a"})") == "'secret_age' needs 'identity', too");
    CHECK(
        source(R"({"secret_file": "/a", "mode": "x"})") ==
        "unknown member 'mode' beside 'secret_file'"
    );
}

TEST_CASE("a secret lacks the last line end of its file") {
    test::FakeHost host;
    host.files["/a"] = "one\ntwo\n\n";
    CHECK(*secret(host, R"({"secret_file": "/a"})") == "one\ntwo\n");
}

TEST_CASE("credentials are files in the folder that systemd names") {
    test::FakeHost host;
    const std::string name = R"({"secret_credential": "db"})";
    CHECK(secret(host, name).why_not.find("CREDENTIALS_DIRECTORY is not set") != std::string::npos);
    host.variables["CREDENTIALS_DIRECTORY"] = "/run/credentials/vow.service";
    host.files["/run/credentials/vow.service/db"] = "sesame";
    CHECK(*secret(host, name) == "sesame");
    CHECK(
        secret(host, R"({"secret_credential": "../x"})").why_not ==
        "'../x' cannot be the name of a credential"
    );
}

TEST_CASE("a secret of a release needs a run that a pull has started, and the key of the host") {
    test::FakeHost host;
    const std::string name = R"({"secret_data": "token"})";
    CHECK(
        secret(host, name).why_not.find("only a run that 'vow pull' starts") != std::string::npos
    );
    host.variables["VOW_RELEASE_SECRETS"] = "/var/lib/vow/pull/secrets/1";
    CHECK(
        secret(host, R"({"secret_data": "../x"})").why_not ==
        "'../x' cannot be the name of a secret"
    );
    host.files["/var/lib/vow/pull/secrets/1/token.age"] = "age-encryption.org/v1\n";
    host.files["/var/lib/vow/pull/identity/age.txt"] = "nothing";
    CHECK(
        secret(host, name).why_not ==
        "'/var/lib/vow/pull/identity/age.txt' is not an identity of age"
    );
}

TEST_CASE("a program that decrypts gets paths as arguments, and nothing of the secret") {
    test::FakeHost host;
    host.variables["PATH"] = "/bin";
    CHECK(
        secret(host, R"({"secret_sops": "/a"})").why_not ==
        "the program 'sops' is not installed: no folder of PATH has it"
    );
    host.statuses["/bin/sops"] = {.kind = FileKind::regular, .mode = 0755};
    host.statuses["/bin/age"] = host.statuses["/bin/sops"];
    host.commands["/bin/sops --decrypt /a"] = {.exit_code = 0, .output = "sesame\n"};
    host.commands["/bin/age --decrypt --identity /i -- /a"] = {.exit_code = 1, .output = "half"};
    CHECK(*secret(host, R"({"secret_sops": "/a"})") == "sesame");
    CHECK(
        secret(host, R"({"secret_age": "/a", "identity": "/i"})").why_not ==
        "age cannot decrypt '/a': it ended with status 1"
    );
}

} // namespace secret_reader_test
