#include "policy/cfengine/functions/families.h"
#include "policy/run/secret_reader.h"

#include <algorithm>

// Readers of secrets (docs/language.md, "Secrets"): the results are masked wherever the run shows
// them.
namespace vow::cfengine::families {

namespace {

const SecretReader& reader_of(const Call& call) {
    return *std::ranges::find(secret_readers(), call.function().name, &SecretReader::name);
}

Result secret(Call& call) {
    const SecretReader& reader = reader_of(call);
    if (reader.runs_program && !call.may_run_programs()) return std::nullopt;
    SecretSource source{.reader = &reader, .arguments = {}};
    for (std::size_t at = 0; at < call.size(); ++at)
        source.arguments.push_back(call.text(at));
    auto text = read_secret(call.around().settled_world().host, source);
    if (!text) return call.fail_here(text.why_not);
    call.around().keep_secret(Data::string(*text.value));
    return Value::string(std::move(*text.value));
}

} // namespace

std::span<const Function> secrets() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "secret_age",
         .result = ResultType::string,
         .parameters = {{"path", path}, {"identity", path}},
         .required = 2,
         .runs_programs = true,
         .reads_secret = true,
         .help = "The secret in a file that age decrypts with the identity in another.",
         .example = R"(secret_age("/etc/vow/token.age", "/etc/vow/key.txt"))",
         .body = secret},
        {.name = "secret_credential",
         .result = ResultType::string,
         .parameters = {{"name", text, R"([\w.@:-]+)"}},
         .required = 1,
         .reads_secret = true,
         .help = "The credential of that name that systemd has given to the service.",
         .example = R"(secret_credential("token"))",
         .body = secret},
        {.name = "secret_data",
         .result = ResultType::string,
         .parameters = {{"name", text, R"([\w.+-]+)"}},
         .required = 1,
         .reads_secret = true,
         .help = "The secret of that name of the release that runs, encrypted to this host.",
         .example = R"(secret_data("token"))",
         .body = secret},
        {.name = "secret_file",
         .result = ResultType::string,
         .parameters = {{"path", path}},
         .required = 1,
         .reads_secret = true,
         .help = "The secret in a file that only its owner, root or this user, has rights to.",
         .example = R"(secret_file("/etc/vow/token"))",
         .body = secret},
        {.name = "secret_sops",
         .result = ResultType::string,
         .parameters = {{"path", path}},
         .required = 1,
         .runs_programs = true,
         .reads_secret = true,
         .help = "The secrets in a file that sops decrypts.",
         .example = R"(secret_sops("/etc/vow/token.json"))",
         .body = secret},
    };
    return table;
}

} // namespace vow::cfengine::families
