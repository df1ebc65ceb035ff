#pragma once

#include "agent/pull/settings.h"
#include "agent/release/repository_client.h"
#include "policy/run/host.h"
#include "policy/run/network.h"

#include <memory>
#include <optional>
#include <string>

namespace vow::agent {

/// Where a repository is, by the text in the settings.
struct Source {
    enum class Kind { web, folder, git };

    Kind kind;
    std::string place; ///< address of the folder with `metadata` and `targets`, path, or git's URL
};

/// nullopt for a text that is neither an address, an absolute path, nor git+URL.
std::optional<Source> source_from(const std::string& text);

/// The means of reading a source. Borrowed.
struct SourceTools {
    Host& host;
    Network& network;
    const PullSettings& settings;
    std::string folder; ///< for what is kept from one pull to the next; it can be changed
};

/// The files of a source. The process works in the folder of a source that is one, and in that of
/// the tools otherwise. Creating one of git fetches it.
std::unique_ptr<Mirror> open_source(const Source& source, const SourceTools& tools);

// One for each kind.

/// `shown` is its name in messages.
std::unique_ptr<Mirror> open_folder(const std::string& path, const std::string& shown);
// In files of their own:
std::unique_ptr<Mirror> open_web(const std::string& address, const SourceTools& tools);
std::unique_ptr<Mirror> open_git(const std::string& url, const SourceTools& tools);

} // namespace vow::agent
