#include "modules/sdk/cpp/content_check.h"

#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cerrno>
#include <climits>

#include <fcntl.h>
#include <sys/random.h>

namespace vow::modules {
namespace {

constexpr std::string_view file_word = "$(file)";

std::string candidate_name(const std::string& name) {
    constexpr std::string_view mark = ".vow-check-";
    unsigned char random[6] = {};
    ::getrandom(random, sizeof random, 0); // cannot fail for so few bytes
    std::string end(mark);
    for (const unsigned char byte : random)
        end += hexadecimal(byte);
    return "." + name.substr(0, NAME_MAX - 1 - end.size()) + end;
}

/// A file for a program to read, which is removed in the end.
class CandidateFile {
public:
    CandidateFile(const Place& beside, std::string_view content)
        : place_(beside.folder(), candidate_name(beside.name())) {
        constexpr int new_file = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
        FileDescriptor file(
            ::openat(place_.folder()->number(), place_.name().c_str(), new_file, 0600)
        );
        is_made_ = static_cast<bool>(file);
        if (!is_made_ || !write_all(file, content) || !file.close()) error_ = errno;
    }
    CandidateFile(const CandidateFile&) = delete;
    CandidateFile& operator=(const CandidateFile&) = delete;
    ~CandidateFile() {
        if (is_made_) place_.unlink();
    }

    int error() const { return error_; }
    const std::string& name() const { return place_.name(); }

private:
    Place place_;
    bool is_made_ = false;
    int error_ = 0;
};

} // namespace

ContentCheck::ContentCheck(std::string_view command) : words_(words_of(command)) {}

std::optional<std::string> ContentCheck::fault() const {
    if (words_.empty()) return "names no program";
    const bool has_file = std::ranges::any_of(words_, [](const std::string& word) {
        return word.find(file_word) != std::string::npos;
    });
    if (has_file) return std::nullopt;
    return "has no $(file), the name of the file that the program is to check";
}

std::optional<std::string> ContentCheck::objection_to(
    std::string_view content, const std::string& path, const Promise& promise, Log& log
) const {
    const auto place = Place::at(path);
    if (!place) return path_error(path, place.error());
    const CandidateFile candidate(*place, content);
    if (candidate.error() != 0) return path_error(path, candidate.error());
    const std::string file = folder_of(path) + "/" + candidate.name();
    ToolCall call{.name = words_.front()};
    for (std::string word : std::vector(words_.begin() + 1, words_.end())) {
        for (std::size_t at = word.find(file_word); at != std::string::npos;
             at = word.find(file_word, at + file.size()))
            word.replace(at, file_word.size(), file);
        call.arguments.push_back(std::move(word));
    }
    const ToolRun ran = run_tool(call, promise, log);
    if (ran.succeeded) return std::nullopt;
    return ran.output.empty() ? ran.problem : ran.output;
}

} // namespace vow::modules
