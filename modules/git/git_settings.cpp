#include "modules/git/git_settings.h"

#include "protocol/promise/settings.h"

namespace vow::modules {
namespace {

/// ssh must not prompt.
std::string ssh_command_of(const Settings& settings) {
    const std::string options = settings.text_or("ssh_options", "");
    return settings.text_or("ssh_executable", "") + " -o BatchMode=yes" +
           (options.empty() ? "" : " " + options);
}

} // namespace

GitSettings::GitSettings(const Promise& promise) {
    const Settings settings(promise.attributes);
    destination = settings.text_or("destination", promise.promiser);
    repository = settings.text_or("repository", "");
    credentials = credentials_of(repository);
    if (credentials) repository = credentials->address;
    remote = settings.text_or("remote", "");
    version = settings.text_or("version", "");
    reference = settings.text_or("reference", "");
    executable = settings.text_or("executable", "");
    ssh_command = ssh_command_of(settings);
    depth = settings.text_or("depth", "");
    bare = settings.holds("bare");
    clone = settings.holds("clone");
    force = settings.holds("force");
    recursive = settings.holds("recursive");
    update = settings.holds("update");
}

} // namespace vow::modules
