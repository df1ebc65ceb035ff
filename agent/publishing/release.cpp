#include "agent/publishing/release.h"

#include "agent/publishing/commands.h"
#include "agent/publishing/release_fault.h"
#include "agent/release/bundle_archive.h"
#include "agent/release/untrusted.h"
#include "protocol/text/shown_text.h"
#include "protocol/text/text.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace vow::agent {
namespace {

using ReleaseAction = ReleaseOptions::Action;

constexpr std::array release_commands = {
    std::pair{ReleaseAction::init, &init_repository},
    std::pair{ReleaseAction::add, &add_bundle},
    std::pair{ReleaseAction::group, &set_group},
    std::pair{ReleaseAction::publish, &publish_staged},
    std::pair{ReleaseAction::rotate, &rotate_keys},
    std::pair{ReleaseAction::delegate, &delegate_targets},
    std::pair{ReleaseAction::sign, &sign_staged_files},
    std::pair{ReleaseAction::show, &show_repository},
    std::pair{ReleaseAction::verify, &verify_repository},
    std::pair{ReleaseAction::secret, &add_secret},
};

int refuse(ExitStatus status, const std::string& why) {
    std::fputs(("vow: " + shown(why, LineEnds::kept) + "\n").c_str(), stderr);
    return number_of(status);
}

ExitStatus status_of(TrustRule rule) {
    return rule == TrustRule::fetch ? ExitStatus::nothing_fetched : ExitStatus::untrusted;
}

int execute_command(const Options& options) {
    for (const auto& [action, execute] : release_commands) {
        if (action == options.release.action) return execute(options);
    }
    return number_of(ExitStatus::fault);
}

/// The exit status of a command whose output could not be written is not that of a success.
int flushed(int status) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    const int refused = refuse(ExitStatus::not_kept, "standard output cannot be written");
    return status == number_of(ExitStatus::success) ? refused : status;
}

} // namespace

int work_with_releases(const Options& options) {
    try {
        return flushed(execute_command(options));
    } catch (const ReleaseFault& fault) {
        return refuse(fault.status(), fault.what());
    } catch (const BundleFault& fault) {
        return refuse(ExitStatus::usage, fault.what());
    } catch (const Untrusted& fault) {
        return refuse(
            status_of(fault.rule()),
            std::string(fault.what()) + " [" + std::string(text_of(fault.rule())) + "]"
        );
    }
}

void print(const std::string& text) {
    std::fputs(shown(text, LineEnds::kept).c_str(), stdout);
}

std::string text_of(const std::vector<MissingSignatures>& missing, const std::string& repository) {
    std::string text;
    for (const MissingSignatures& lack : missing) {
        text += repository + "/staged/" + lack.role + ".json has " + std::to_string(lack.have) +
                " of the " + std::to_string(lack.needed) +
                " signatures that it needs. These keys have not signed:\n";
        for (const std::string& key : lack.keys)
            text += "    " + key + "\n";
    }
    if (missing.empty()) return text;
    return text + "Who has one of them signs the file, or a copy of it, on any machine:\n"
                  "    vow release sign FILE --key KEY.pem\n"
                  "Then publish again.\n";
}

int publish_and_tell(const Repository& repository, KeyRing& keys, Extent extent) {
    const Published published = publish(repository, keys, extent);
    const std::string& path = repository.folder().path();
    if (!published.missing.empty()) {
        print("Nothing is published yet.\n" + text_of(published.missing, path));
        return number_of(ExitStatus::waiting);
    }
    std::string text = "Published in " + path + ": " + joined(published.files, ", ") + "\n";
    for (const std::string& key : published.retired)
        text += "The key " + key + " is not needed any more: destroy it\n";
    print(text);
    return number_of(ExitStatus::success);
}

BundleVersion bundle_version_from(const std::string& text) {
    const std::size_t end = text.find('=');
    if (end == std::string::npos)
        throw ReleaseFault(
            "--bundle: expected NAME=VERSION, such as web=1.4.0, got '" + text + "'"
        );
    BundleVersion bundle{text.substr(0, end), text.substr(end + 1)};
    require_name("the name of a bundle", bundle.name);
    require_name("the version of a bundle", bundle.version);
    return bundle;
}

void require_name(const std::string& what, const std::string& text) {
    if (is_release_name(text)) return;
    throw ReleaseFault(
        "'" + text + "' cannot be " + what + ": expected " + std::string(form_of_release_names)
    );
}

std::string content_of_file(const std::string& path) {
    const auto fail = [&](int error) {
        throw ReleaseFault("'" + path + "': " + std::generic_category().message(error));
    };
    if (path == "-") {
        FileDescriptor input(0);
        auto bytes = read_all(input);
        const int error = errno;
        static_cast<void>(input.release());
        if (!bytes) fail(error);
        return *std::move(bytes);
    }
    const auto place = Place::at(path);
    const auto file = place ? place->open_target(Place::Access::read)
                            : SystemResult<OpenFile>::failed(place.error());
    if (!file) fail(file.error());
    auto bytes = read_all(file->file);
    if (!bytes) fail(errno);
    return *std::move(bytes);
}

std::string how_to_publish(const Repository& repository) {
    return "Hosts see it after: vow release publish " + shell_word(repository.folder().path()) +
           "\n";
}

HostGroup
group_or_new(const Repository& repository, HostGroup::Kind kind, const std::string& name) {
    HostGroup group{.kind = kind, .name = name};
    const auto text = repository.target(group.target());
    return text ? group_from(*text, group.target()) : group;
}

} // namespace vow::agent
