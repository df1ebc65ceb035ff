#include "agent/pull/source.h"
#include "agent/release/untrusted.h"
#include "protocol/system/replacement.h"
#include "protocol/text/credentials.h"
#include "protocol/text/digest.h"

#include <string_view>
#include <utility>

namespace vow::agent {
namespace {

/// A clone of a repository of git, which is fetched once, with the current state in its folder.
class GitClone {
public:
    GitClone(Host& host, std::string url, std::string folder)
        : host_(host),
          url_(std::move(url)),
          home_(folder),
          folder_(std::move(folder) + "/git-" + sha256_of(url_).substr(0, 16)) {}

    /// Returns the folder. Throws Untrusted.
    std::string updated() {
        write_settings();
        if (!host_.may(Access::exists, folder_ + "/.git")) {
            git({"clone", "--quiet", "--depth=1", "--", url_, folder_});
            return folder_;
        }
        git({"-C", folder_, "fetch", "--quiet", "--depth=1", "origin", "HEAD"});
        git({"-C", folder_, "reset", "--quiet", "--hard", "FETCH_HEAD"});
        return folder_;
    }

private:
    /// Repositories on this machine may belong to other users: their bytes are verified later.
    void write_settings() const {
        const auto place = Place::at(home_ + "/.gitconfig");
        constexpr mode_t mode = 0600;
        constexpr std::string_view settings = "[safe]\n\tdirectory = *\n[gc]\n\tauto = 0\n";
        if (place) replace_file(*place, settings, mode, Replacement::Durability::unsynced);
    }

    void git(std::vector<std::string> arguments) {
        auto program = program_on_path(host_, "git");
        if (!program) throw Untrusted(TrustRule::fetch, "the program 'git' is not installed");
        arguments.insert(
            arguments.begin(),
            {*std::move(program), "-c", "core.hooksPath=/dev/null", "-c", "core.symlinks=false"}
        );
        const auto result =
            host_.run({.arguments = std::move(arguments), .environment = environment()});
        if (!result) throw Untrusted(TrustRule::fetch, "git: " + result.why_not);
        if (result->exit_code == 0) return;
        throw Untrusted(TrustRule::fetch, url_ + ": " + last_line(result->output));
    }

    std::vector<std::string> environment() const {
        std::vector<std::string> variables = GitEnvironment().variables();
        variables.insert(
            variables.end(),
            {"HOME=" + home_,
             "PATH=" + host_.environment("PATH").value_or("/usr/bin:/bin"),
             "GIT_CONFIG_NOSYSTEM=1",
             "LC_ALL=C"}
        );
        return variables;
    }

    static std::string last_line(std::string_view output) {
        while (output.ends_with('\n'))
            output.remove_suffix(1);
        return std::string(output.substr(output.rfind('\n') + 1));
    }

    Host& host_;
    std::string url_, home_, folder_;
};

} // namespace

std::unique_ptr<Mirror> open_git(const std::string& url, const SourceTools& tools) {
    return open_folder(GitClone(tools.host, url, tools.folder).updated(), url);
}

} // namespace vow::agent
