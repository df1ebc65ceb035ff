#include "agent/command_line/release_options.h"

#include "agent/command_line/history_options.h"
#include "agent/command_line/options.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace vow::agent {
namespace {

using ReleaseAction = ReleaseOptions::Action;
using std::chrono::seconds;

constexpr std::array<std::string_view, 4> roles = {"root", "targets", "snapshot", "timestamp"};

std::string role_of(const std::string& option, const std::string& role) {
    if (std::ranges::find(roles, role) != roles.end()) return role;
    throw CLI::ValidationError(
        option, "'" + role + "' is not a role: expected root, targets, snapshot or timestamp"
    );
}

seconds time_from(const std::string& option, const std::string& text) {
    const auto time = age_from(text);
    if (time && time->count() > 0) return *time;
    throw CLI::ValidationError(
        option, "'" + text + "' is not a time such as 90s, 15m, 2h, 30d or 52w"
    );
}

std::size_t count_from(const std::string& option, const std::string& text) {
    std::size_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    constexpr std::size_t most = 100;
    const bool is_count = error == std::errc() && end == text.data() + text.size();
    if (is_count && count > 0 && count <= most) return count;
    throw CLI::ValidationError(option, "'" + text + "' is not a number of keys, 1 to 100");
}

/// An option with values "ROLE=VALUE".
template <class Value>
void add_by_role(
    CLI::App& sub,
    const std::string& name,
    std::map<std::string, Value>& values,
    Value (*read)(const std::string&, const std::string&),
    const std::string& what
) {
    sub.add_option_function<std::vector<std::string>>(
           name,
           [&values, read, name](const std::vector<std::string>& given) {
               for (const std::string& text : given) {
                   const std::size_t end = text.find('=');
                   if (end == std::string::npos)
                       throw CLI::ValidationError(name, "expected ROLE=VALUE, got '" + text + "'");
                   values[role_of(name, text.substr(0, end))] = read(name, text.substr(end + 1));
               }
           },
           what
    )
        ->type_name("ROLE=VALUE")
        ->allow_extra_args(false);
}

void add_time(
    CLI::App& sub, const std::string& name, std::optional<seconds>& time, const std::string& what
) {
    sub.add_option_function<std::string>(
           name, [&time, name](const std::string& text) { time = time_from(name, text); }, what
    )
        ->type_name("TIME");
}

template <class Value>
CLI::Option&
add(CLI::App& sub, const std::string& name, Value& value, const char* type, const char* what) {
    return *sub.add_option(name, value, what)->type_name(type)->allow_extra_args(false);
}

/// The commands of `vow release`.
class ReleaseCommands {
public:
    ReleaseCommands(CLI::App& release, Options& options)
        : release_(release),
          options_(options),
          given_(options.release) {}

    void add_all() {
        add_init();
        add_bundle();
        add_group();
        add_publish();
        add_rotate();
        add_delegate();
        add_sign();
        add_show();
        add_verify();
        add_secret();
    }

private:
    CLI::App& command(const char* name, const char* what, ReleaseAction action) {
        CLI::App* sub = release_.add_subcommand(name, what);
        sub->callback([&options = options_, action] {
            options.release.action = action;
            options.command = Options::Command::release;
        });
        sub->footer("");
        return *sub;
    }

    CLI::App& command_in(const char* name, const char* what, ReleaseAction action) {
        CLI::App& sub = command(name, what, action);
        sub.add_option("DIR", given_.repository, "The folder of the repository")->required();
        return sub;
    }

    void add_passphrase(CLI::App& sub) {
        add(sub,
            "--passphrase-file",
            given_.passphrase_file,
            "FILE",
            "The passphrase of encrypted keys, its first line (default: typed at the terminal)");
    }

    void add_keys(CLI::App& sub) {
        add_by_role(
            sub,
            "--threshold",
            given_.thresholds,
            &count_from,
            "How many keys must sign for a role: root=2"
        );
        add(sub,
            "--public-key",
            given_.public_keys,
            "[ROLE=]FILE",
            "A key that someone else signs with, by its public part in PEM (default role: root)");
        add(sub,
            "--sign-with",
            given_.sign_with,
            "[ROLE=]PROGRAM",
            "A program that signs for the --public-key of the same role: it gets bytes on its "
            "standard input, and prints their Ed25519 signature");
        sub.add_flag(
            "--encrypt",
            given_.is_encrypted,
            "Encrypt new keys of root and targets with a passphrase"
        );
        add_passphrase(sub);
    }

    void add_init() {
        CLI::App& init =
            command_in("init", "Make a repository of releases, with new keys", ReleaseAction::init);
        add_keys(init);
        add_by_role(
            init,
            "--expires",
            given_.lifetimes,
            &time_from,
            "How long a role's metadata holds: timestamp=2d"
        );
    }

    void add_bundle() {
        CLI::App& sub = command_in(
            "add",
            "Check a folder of policies, and stage it as a version of a bundle",
            ReleaseAction::add
        );
        sub.add_option("FOLDER", given_.file, "The folder")->required();
        add(sub, "--name", given_.name, "NAME", "The name of the bundle").required();
        add(sub, "--version", given_.version, "VERSION", "Its version: 1.4.0").required();
    }

    void add_group() {
        CLI::App& sub = command_in(
            "group",
            "Stage which hosts get which version, and how they run it",
            ReleaseAction::group
        );
        sub.add_option("NAME", given_.name, "The group; with --host, the id of a host")->required();
        sub.footer("Options that are not given keep what the group has.");
        add(sub, "--when", given_.when, "CLASSES", "Which hosts: an expression, debian.web");
        add(sub, "--bundle", given_.bundle, "NAME=VERSION", "The version that they get");
        add(sub, "--entry", given_.entry, "FILE", "The policy to run, a path in the bundle");
        add(sub, "--input", given_.inputs, "FILE", "A data file, a path in the bundle");
        add(sub,
            "--health-promise",
            given_.health_promises,
            "HANDLE",
            "A promise that must be kept on a healthy host");
        add(sub,
            "--health-program",
            given_.health_program,
            "COMMAND",
            "A program that exits with status 0 on a healthy host, and its arguments");
        add_time(sub, "--health-limit", given_.health_limit, "How long that program may run");
        add_time(sub, "--grace", given_.grace, "How long a host may take until it is healthy");
        add(sub, "--secret", given_.secrets, "NAME", "A secret that these hosts use");
        add(sub,
            "--schedule",
            given_.schedule,
            "FILE",
            "When hosts take a new version, and how often they run it: a JSON object");
        add(sub,
            "--waves",
            given_.waves,
            "FILE",
            "Which part of the hosts takes a version first: a JSON object");
        sub.add_flag("--host", given_.is_host, "An exception for one host");
        sub.add_flag("--remove", given_.is_removed, "Remove the group");
    }

    void add_publish() {
        CLI::App& sub = command_in(
            "publish", "Sign what is staged, and let hosts see it", ReleaseAction::publish
        );
        sub.add_flag(
            "--refresh",
            given_.is_refresh,
            "Only make the timestamp new, and the snapshot when it is half expired: for cron"
        );
        add_passphrase(sub);
    }

    void add_rotate() {
        CLI::App& sub = command_in(
            "rotate",
            "Stage a new root: with other keys for a role, or a new expiry",
            ReleaseAction::rotate
        );
        sub.add_option_function<std::string>(
            "ROLE",
            [&given = given_](const std::string& role) { given.role = role_of("ROLE", role); },
            "The role that gets new keys; without it, the same keys sign again"
        );
        add(sub,
            "--remove",
            given_.removed,
            "KEY",
            "Remove this key alone, by its id (default: all that the role has)");
        add_keys(sub);
    }

    void add_delegate() {
        CLI::App& sub = command_in(
            "delegate",
            "Stage that someone else signs for some of the targets",
            ReleaseAction::delegate
        );
        sub.add_option("NAME", given_.name, "The role that gets them")->required();
        sub.footer("Options that are not given keep what the role has.");
        add(sub,
            "--paths",
            given_.paths,
            "PATTERN",
            "The names of targets, such as 'bundles/web-*/*'; '*' is any text without '/'");
        add_count(
            sub,
            "--bins",
            given_.bins,
            "Divide all targets but groups among N roles NAME-..., by the digests of their names"
        );
        add(sub,
            "--public-key",
            given_.public_keys,
            "FILE",
            "A key that signs for the role, by its public part in PEM (default: one is made)");
        add_count(sub, "--threshold", given_.threshold, "How many keys must sign for the role");
        sub.add_flag(
            "--terminating",
            given_.is_terminating,
            "Roles after this one are not looked at for these names"
        );
        sub.add_flag("--remove", given_.is_removed, "Remove the role, or all bins of that name");
        sub.add_flag(
            "--encrypt", given_.is_encrypted, "Encrypt a key that is made with a passphrase"
        );
        add_passphrase(sub);
    }

    static void add_count(
        CLI::App& sub, const std::string& name, std::optional<std::size_t>& count, const char* what
    ) {
        constexpr std::size_t most = 4096;
        sub.add_option(name, count, what)->type_name("N")->check(CLI::Range(std::size_t{1}, most));
    }

    void add_sign() {
        CLI::App& sub = command(
            "sign", "Add a signature to what is staged, on any machine", ReleaseAction::sign
        );
        sub.add_option(
               "DIR|FILE", given_.repository, "The repository, or a copy of a file in its 'staged'"
        )
            ->required();
        add(sub, "--key", given_.key, "FILE", "The private key (default: those in DIR/keys)");
        add(sub, "--public-key", given_.public_keys, "FILE", "The public part of the program's key"
        );
        add(sub, "--sign-with", given_.sign_with, "PROGRAM", "A program that signs");
        add_passphrase(sub);
    }

    void add_show() {
        CLI::App& sub = command_in(
            "show", "Show versions, keys, bundles, groups and what is staged", ReleaseAction::show
        );
        sub.add_flag("--json", given_.is_json, "Print one JSON document");
    }

    void add_verify() {
        CLI::App& sub = command(
            "verify",
            "Fetch and verify everything that is published, as a host does",
            ReleaseAction::verify
        );
        sub.add_option("URL|DIR", given_.repository, "The address or folder of the repository")
            ->required();
        add(sub, "--root", given_.root, "FILE", "A root.json that is trusted");
        add(sub,
            "--root-digest",
            given_.root_digest,
            "SHA256",
            "The digest of the trusted 1.root.json");
    }

    void add_secret() {
        CLI::App& sub = command_in(
            "secret", "Encrypt a file to hosts with 'age', and stage it", ReleaseAction::secret
        );
        sub.add_option("NAME", given_.name, "The name of the secret")->required();
        sub.add_option("FILE", given_.file, "Its content ('-': standard input)")->required();
        add(sub, "--recipient", given_.recipients, "AGE1...", "The public key of a host");
        add(sub, "--recipients", given_.recipients_file, "FILE", "A file with one in each line");
        add(sub,
            "--group",
            given_.for_group,
            "NAME",
            "The hosts in DIR/recipients/NAME.txt; the group gets the secret");
    }

    CLI::App& release_;
    Options& options_;
    ReleaseOptions& given_;
};

} // namespace

void add_release_commands(CLI::App& vow, Options& options) {
    CLI::App* release = vow.add_subcommand("release", "Publish policies for other hosts, signed");
    release->footer("");
    release->require_subcommand(1);
    ReleaseCommands(*release, options).add_all();
}

} // namespace vow::agent
