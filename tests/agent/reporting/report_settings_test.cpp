#include "agent/reporting/report_settings.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

namespace report_settings_test {

using namespace vow;
using namespace vow::agent;
using namespace std::chrono_literals;

namespace {

using Read = std::variant<std::optional<ReportSettings>, SettingsError>;

Read read(const std::string& text) {
    const tests::TemporaryFolder folder;
    return read_report_settings(folder.write("pull.yaml", text));
}

std::string error_of(const std::string& reports) {
    const Read answer = read("reports: " + reports + "\n");
    const auto* error = std::get_if<SettingsError>(&answer);
    if (error == nullptr) return {};
    const std::size_t begin = error->text.find("error: ") + 7;
    return error->text.substr(begin, error->text.find('\n') - begin);
}

} // namespace

TEST_CASE("all members of the settings are read") {
    const Read answer =
        read("url: https://example.org\n"
             "reports:\n"
             "  to: [folder:/srv/r, 'https://ada:pw@r.example/in', file:/r.log, bus,"
             " 'http://[::1]:8000/x']\n"
             "  keep: 2 MB\n"
             "  max_age: 12h\n"
             "  level: all\n"
             "  facts: [os]\n"
             "  certificates: /etc/ca.pem\n");
    REQUIRE(std::holds_alternative<std::optional<ReportSettings>>(answer));
    const auto& settings = std::get<std::optional<ReportSettings>>(answer);
    REQUIRE(settings);
    REQUIRE(settings->to.size() == 5);
    using Kind = ReportDestination::Kind;
    CHECK(settings->to[0].kind == Kind::folder);
    CHECK(settings->to[0].address == "/srv/r");
    CHECK(settings->to[1].kind == Kind::web);
    CHECK(settings->to[1].address == "https://ada:pw@r.example/in");
    CHECK(settings->to[1].name == "https://***@r.example/in");
    CHECK(settings->to[2].kind == Kind::file);
    CHECK(settings->to[3].kind == Kind::bus);
    CHECK(settings->keep == 2'000'000);
    CHECK(settings->max_age == 12h);
    CHECK(settings->level == ReportLevel::all);
    CHECK(settings->facts == std::vector<std::string>{"os"});
    CHECK(settings->certificates == "/etc/ca.pem");
}

TEST_CASE("without a file or the member in it no reports are wanted") {
    const Read without = read("url: https://example.org\n");
    REQUIRE(std::holds_alternative<std::optional<ReportSettings>>(without));
    CHECK_FALSE(std::get<std::optional<ReportSettings>>(without));
    const Read absent = read_report_settings("/nonexistent/pull.yaml");
    CHECK(std::holds_alternative<SettingsError>(absent));
}

TEST_CASE("a message about settings shows no password") {
    const Read answer = read("reports: {to: ['https://ada:sesame@r.example', 'ftp://x'], kep: 1}");
    const auto* error = std::get_if<SettingsError>(&answer);
    REQUIRE(error);
    CHECK(error->text.find("sesame") == std::string::npos);
    CHECK(error->text.find("unknown setting 'kep'") != std::string::npos);
    CHECK(error->text.find("did you mean 'keep'") != std::string::npos);
}

TEST_CASE("wrong settings are refused with the member's name and form") {
    const std::string to = "the value of 'to' must be a list of folder:/PATH, file:/PATH";
    const std::string reports = "the value of 'reports' must be a map with the member 'to'";
    CHECK(error_of("[folder:/x]").starts_with(reports));
    CHECK(error_of("{keep: 1 MB}").starts_with(reports));
    CHECK(error_of("{to: [ftp://x]}").starts_with(to));
    CHECK(error_of("{to: [http://example.org/x]}").starts_with(to));
    CHECK(error_of("{to: ['http://localhost.example.org']}").starts_with(to));
    CHECK(error_of("{to: ['http://localhost:1@example.org']}").starts_with(to));
    CHECK(error_of("{to: [folder:here]}").starts_with(to));
    CHECK(error_of("{to: [bus, bus]}").starts_with(to));
    CHECK(
        error_of("{to: [bus], keep: 1 MiB}") ==
        "the value of 'keep' must be a number of bytes, such as 500 kB or 100m [bad-setting]"
    );
    CHECK(
        error_of("{to: [bus], keep: 99999999999 GB}").find("'keep' must be") != std::string::npos
    );
    CHECK(
        error_of("{to: [bus], max_age: soon}").find("'max_age' must be a time") != std::string::npos
    );
    CHECK(error_of("{to: [bus], level: some}").find("'changes' or 'all'") != std::string::npos);
    CHECK(error_of("{to: [bus], kep: 1}").find("'kep'") != std::string::npos);
    CHECK(error_of("{to: [bus]}").empty());
}

} // namespace report_settings_test
