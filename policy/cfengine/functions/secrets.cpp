#include "policy/cfengine/functions/families.h"
#include "protocol/system/command.h"

#include <optional>

// Readers of secrets (docs/language.md, "Secrets"): the results are masked wherever the run shows
// them.
namespace vow::cfengine::families {

namespace {

constexpr std::size_t max_secret_bytes = std::size_t{1} << 20U;

/// A secret without the line end that editors put at the end of a file.
Result secret(Call& call, std::string text) {
    if (text.ends_with('\n')) text.pop_back();
    call.around().keep_secret(text);
    return Value::string(std::move(text));
}

/// The reason why a file does not keep a secret; nullopt if it does.
std::optional<std::string> objection_to(Host& host, const std::string& path) {
    constexpr std::uint32_t of_others = 077;
    const auto status = host.status(path, Symlinks::as_they_are);
    if (!status) return status.why_not;
    if (status->kind != FileKind::regular) return "it is not a regular file";
    if (status->owner != 0 && status->owner != host.self().uid)
        return "it belongs neither to root nor to the user who runs this";
    if ((status->mode & of_others) != 0)
        return "its group or others have rights to it; try chmod 600";
    return std::nullopt;
}

Result read_secret(Call& call, const std::string& path) {
    Host& host = call.around().settled_world().host;
    if (const auto objection = objection_to(host, path))
        return call.fail("cannot take a secret from '" + path + "': " + *objection);
    auto content = read_whole_guarded_file(host, path, max_secret_bytes);
    if (!content) return call.fail("cannot read '" + path + "': " + content.why_not);
    return secret(call, std::move(*content.value));
}

Result secret_file(Call& call) {
    return read_secret(call, call.text(0));
}

/// systemd.exec(5), "Credentials"
Result secret_credential(Call& call) {
    Host& host = call.around().settled_world().host;
    const auto folder = host.environment("CREDENTIALS_DIRECTORY");
    if (!folder || folder->empty())
        return call.fail("there are no credentials: CREDENTIALS_DIRECTORY is not set; "
                         "systemd sets it for a service with LoadCredential=");
    return read_secret(call, *folder + "/" + call.text(0));
}

/// The standard output of a program that decrypts a file: a warning must not become a part of the
/// secret.
Result decrypted(Call& call, const std::string& program, std::vector<std::string> arguments) {
    if (!call.may_run_programs()) return std::nullopt;
    Host& host = call.around().settled_world().host;
    auto path = program_on_path(host, program);
    if (!path)
        return call.fail(
            "the program '" + program + "' is not installed: no folder of PATH has it"
        );
    arguments.insert(arguments.begin(), *std::move(path));
    const auto result =
        host.run({.arguments = std::move(arguments), .capture = Command::Capture::standard_output});
    if (!result) return call.fail("cannot run " + program + ": " + result.why_not);
    if (result->exit_code != 0) {
        return call.fail(
            program + " cannot decrypt '" + call.text(0) + "': it ended with status " +
            std::to_string(result->exit_code)
        );
    }
    return secret(call, result->output);
}

Result secret_age(Call& call) {
    return decrypted(call, "age", {"--decrypt", "--identity", call.text(1), "--", call.text(0)});
}

Result secret_sops(Call& call) {
    return decrypted(call, "sops", {"--decrypt", call.text(0)});
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
         .body = secret_age},
        {.name = "secret_credential",
         .result = ResultType::string,
         .parameters = {{"name", text, R"([\w.@:-]+)"}},
         .required = 1,
         .reads_secret = true,
         .help = "The credential of that name that systemd has given to the service.",
         .body = secret_credential},
        {.name = "secret_file",
         .result = ResultType::string,
         .parameters = {{"path", path}},
         .required = 1,
         .reads_secret = true,
         .help = "The secret in a file that only its owner, root or this user, has rights to.",
         .body = secret_file},
        {.name = "secret_sops",
         .result = ResultType::string,
         .parameters = {{"path", path}},
         .required = 1,
         .runs_programs = true,
         .reads_secret = true,
         .help = "The secrets in a file that sops decrypts.",
         .body = secret_sops},
    };
    return table;
}

} // namespace vow::cfengine::families
