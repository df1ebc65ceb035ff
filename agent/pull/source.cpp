#include "agent/pull/source.h"

namespace vow::agent {

std::optional<Source> source_from(const std::string& text) {
    constexpr std::string_view git = "git+";
    if (text.starts_with("https://") || text.starts_with("http://"))
        return Source{Source::Kind::web, text};
    if (text.starts_with('/')) return Source{Source::Kind::folder, text};
    if (text.starts_with(git) && text.size() > git.size())
        return Source{Source::Kind::git, text.substr(git.size())};
    return std::nullopt;
}

std::unique_ptr<Mirror> open_source(const Source& source, const SourceTools& tools) {
    switch (source.kind) {
    case Source::Kind::web: return open_web(source.place, tools);
    case Source::Kind::folder: return open_folder(".", source.place);
    case Source::Kind::git: return open_git(source.place, tools);
    }
    return nullptr;
}

} // namespace vow::agent
