#pragma once

#include "agent/command_line/options.h"
#include "agent/publishing/key_ring.h"
#include "agent/publishing/publication.h"
#include "protocol/system/place.h"

#include <cstddef>
#include <string>
#include <vector>

namespace vow::agent {

// One function for each command of `vow release`. They return the exit status, and throw
// ReleaseFault, Untrusted and BundleFault.
int init_repository(const Options& options);
int add_bundle(const Options& options);
int set_group(const Options& options);
int publish_staged(const Options& options);
int rotate_keys(const Options& options);
int delegate_targets(const Options& options);
int sign_staged_files(const Options& options);
int show_repository(const Options& options);
int verify_repository(const Options& options);
int add_secret(const Options& options);

/// Prints a text for the user. Control characters of what it quotes are shown as escapes.
void print(const std::string& text);

/// Lines about files that need signatures, and how to get them.
std::string text_of(const std::vector<MissingSignatures>& missing, const std::string& repository);
/// Prints how a staged change gets published: by whose signatures, or at once. Returns the exit
/// status.
int print_next_step(const Repository& repository);
/// Publishes, and prints what was written or is missing. Returns the exit status.
int publish_and_tell(const Repository& repository, KeyRing& keys, Extent extent);

/// The line after something was staged.
std::string how_to_publish(const Repository& repository);
/// The group as it is published or staged, or a new one.
HostGroup group_or_new(const Repository& repository, HostGroup::Kind kind, const std::string& name);

/// "web 1.4.0" from NAME=VERSION. Throws ReleaseFault.
BundleVersion bundle_version_from(const std::string& text);
/// Throws ReleaseFault unless the text may be a name; `what` is for the message.
void require_name(const std::string& what, const std::string& text);
/// The content of a file that the user named; "-" is standard input.
std::string content_of_file(const std::string& path);

/// Checks every policy in a folder as `vow check` does, and has the modules that they name describe
/// themselves. Policies are the files with the suffix of a language (of JSON and YAML those that
/// look like a policy), and the folders of Inmanta's projects. A file that another policy reads is
/// checked as a part of that one. Returns the number of policies.
///
/// Prints the mistakes, and throws ReleaseFault with ExitStatus::policy_errors if there are errors.
std::size_t
check_policies(const Options& options, const std::string& path, const OpenFolder& folder);

} // namespace vow::agent
