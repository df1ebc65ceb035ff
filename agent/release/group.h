#pragma once

#include "agent/release/schedule.h"
#include "agent/release/waves.h"
#include "protocol/data/data.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// A version of a bundle.
struct BundleVersion {
    std::string name;
    std::string version;

    /// "bundles/web/1.4.0.tar.zst": its name as a target of the repository.
    std::string target() const;

    friend bool operator==(const BundleVersion&, const BundleVersion&) = default;
};

/// The checks that show whether a host is well after a run.
struct HealthChecks {
    std::vector<std::string> promises = {}; ///< handles of promises that must be kept
    std::vector<std::string> program = {};  ///< with its arguments; exit status 0 is good; or empty
    std::chrono::seconds limit{30};         ///< of the program
    std::chrono::seconds grace{120};        ///< how long a host may take until it is well

    friend bool operator==(const HealthChecks&, const HealthChecks&) = default;
};

/// The document that gives hosts a version: `groups/NAME.json` for the hosts of a filter, or
/// `hosts/ID.json`, an exception for one. Its form is docs/releases.md's.
struct HostGroup {
    enum class Kind { group, host };

    Kind kind = Kind::group;
    std::string name = {}; ///< of the group, or the host's id
    std::string when = {}; ///< a HostFilter; of Kind::host empty
    BundleVersion bundle = {};
    std::string entry = {};               ///< the policy to run, a path inside the bundle
    std::vector<std::string> inputs = {}; ///< data files, paths inside the bundle
    std::optional<Schedule> schedule = {};
    std::optional<HealthChecks> health = {};
    std::vector<std::string> secrets = {}; ///< NAME of each data/NAME.age that it may need
    std::optional<Waves> waves = {};

    /// "groups/web.json": its name as a target of the repository.
    std::string target() const;

    friend bool operator==(const HostGroup&, const HostGroup&) = default;
};

/// The text of the document, with a newline at its end.
std::string text_of(const HostGroup& group);

/// Reads the document; members that it does not know are left out, other schemas refused. `file` is
/// for messages. Throws Untrusted with the rule `form`.
HostGroup group_from(std::string_view text, const std::string& file);

/// Whether a text may name a bundle, a version, a group or a secret: letters, digits and `._+-`,
/// the first a letter or digit, at most 100 bytes.
bool is_release_name(std::string_view text);
constexpr std::string_view form_of_release_names =
    "letters, digits and any of ._+-, a letter or digit first, at most 100 bytes";

/// Whether a text is the path of a file inside a bundle: relative, without `.` and `..`.
bool is_bundle_path(std::string_view text);

} // namespace vow::agent
